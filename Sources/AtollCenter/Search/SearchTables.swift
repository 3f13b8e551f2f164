import GRDB

/// The tables that searches read. They hold nothing that is not in the others: a row of `entry` is written with every change
/// of its mini app.
enum SearchTables {
    static let sql = """
        CREATE TABLE details (
            mini_app TEXT NOT NULL PRIMARY KEY,
            json TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE minimum_host (
            mini_app TEXT NOT NULL PRIMARY KEY,
            version TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE super_app (
            id TEXT NOT NULL PRIMARY KEY,
            attributes TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE featured (
            super_app TEXT NOT NULL,
            position INTEGER NOT NULL,
            mini_app TEXT NOT NULL,
            starts REAL NOT NULL,
            ends REAL NOT NULL,
            PRIMARY KEY (super_app, position)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE audience (
            id INTEGER NOT NULL PRIMARY KEY,
            rule TEXT NOT NULL UNIQUE
        ) STRICT;

        -- Texts are folded here, so that bytes can be compared.
        CREATE TABLE entry (
            number INTEGER NOT NULL PRIMARY KEY,
            id TEXT NOT NULL UNIQUE REFERENCES mini_app (id),
            audience INTEGER NOT NULL REFERENCES audience (id),
            name TEXT NOT NULL,
            description TEXT,
            publisher TEXT NOT NULL,
            language TEXT,
            code REAL NOT NULL,
            size REAL NOT NULL,
            published REAL NOT NULL,
            listing TEXT NOT NULL,
            attributes TEXT NOT NULL
        ) STRICT;
        CREATE INDEX entry_by_name ON entry (name, number, audience);
        CREATE INDEX entry_by_publisher ON entry (publisher);
        CREATE INDEX entry_by_size ON entry (size);
        CREATE INDEX entry_by_published ON entry (published);

        -- Words are cut in Swift; this tokenizer only finds the spaces between them again.
        CREATE VIRTUAL TABLE entry_text USING fts5 (
            name, keywords, description, tokenize = 'ascii', detail = column, columnsize = 0, prefix = '1 2 3'
        );

        CREATE TABLE entry_tag (
            tag TEXT NOT NULL,
            entry INTEGER NOT NULL,
            PRIMARY KEY (tag, entry)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX entry_tag_by_entry ON entry_tag (entry);

        CREATE TABLE entry_attribute (
            attribute TEXT NOT NULL,
            entry INTEGER NOT NULL,
            text TEXT,
            number REAL,
            PRIMARY KEY (attribute, entry)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX entry_attribute_by_text ON entry_attribute (attribute, text) WHERE text IS NOT NULL;
        CREATE INDEX entry_attribute_by_number ON entry_attribute (attribute, number) WHERE number IS NOT NULL;
        CREATE INDEX entry_attribute_by_entry ON entry_attribute (entry);

        -- An R*Tree rounds to 32 bits, so the points themselves lie beside it.
        CREATE TABLE entry_point (
            id INTEGER NOT NULL PRIMARY KEY,
            entry INTEGER NOT NULL,
            latitude REAL NOT NULL,
            longitude REAL NOT NULL
        ) STRICT;
        CREATE INDEX entry_point_by_entry ON entry_point (entry);
        CREATE VIRTUAL TABLE entry_area USING rtree (id, south, north, west, east);
        """
}
