import GRDB

/// The SQL of the tables that searches use.
enum SearchTables {
    /// Data about mini apps and super apps in addition to the versions.
    static let sources = """
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
        """

    /// The search index. It is derived from other tables: the rows of an entry are rewritten with every change to its
    /// mini app.
    ///
    /// A search examines many entries and shows few. So the columns that it tests are in narrow rows, dozens of which
    /// fit into a page of the file, and the columns that it shows are in a separate table.
    package static let index = """
        -- Texts are folded, so that they can be compared byte by byte.
        CREATE TABLE entry (
            number INTEGER NOT NULL PRIMARY KEY,
            id TEXT NOT NULL UNIQUE REFERENCES mini_app (id),
            audience INTEGER NOT NULL REFERENCES audience (id),
            name TEXT NOT NULL,
            publisher TEXT NOT NULL,
            language TEXT,
            code REAL NOT NULL,
            size REAL NOT NULL,
            published REAL NOT NULL
        ) STRICT;
        CREATE INDEX entry_by_name ON entry (name, number, audience);
        CREATE INDEX entry_by_publisher ON entry (publisher);
        CREATE INDEX entry_by_size ON entry (size);
        CREATE INDEX entry_by_published ON entry (published);

        CREATE TABLE entry_listing (
            entry INTEGER NOT NULL PRIMARY KEY,
            description TEXT,
            listing TEXT NOT NULL,
            attributes TEXT NOT NULL
        ) STRICT;

        -- Words are separated in Swift; this tokenizer only splits at the spaces between them. Each tier has a table
        -- with its own words and those of the tiers above it, so that the few entries with a word in their name need
        -- not be found among all that contain it. For a prefix without an index of its own, all words that begin with
        -- it would have to be merged before the first result.
        CREATE VIRTUAL TABLE entry_name USING fts5 (
            words, tokenize = 'ascii', detail = none, columnsize = 0, prefix = '1 2 3 4 5 6 7 8'
        );
        CREATE VIRTUAL TABLE entry_keywords USING fts5 (
            words, tokenize = 'ascii', detail = none, columnsize = 0, prefix = '1 2 3 4 5 6 7 8'
        );
        CREATE VIRTUAL TABLE entry_text USING fts5 (
            words, tokenize = 'ascii', detail = none, columnsize = 0, prefix = '1 2 3 4 5 6 7 8'
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

        -- An R*Tree rounds to 32 bits, so the exact points are stored next to the boxes.
        CREATE VIRTUAL TABLE entry_area USING rtree (id, south, north, west, east, +entry, +latitude, +longitude);
        CREATE TABLE entry_point (
            id INTEGER NOT NULL PRIMARY KEY,
            entry INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX entry_point_by_entry ON entry_point (entry);
        """

    /// Drops and recreates the tables of the index; the caller fills them.
    package static func make(in database: Database) throws {
        for table in [
            "entry_area", "entry_point", "entry_attribute", "entry_tag", "entry_text", "entry_keywords", "entry_name",
            "entry_listing", "entry",
        ] {
            try database.execute(sql: "DROP TABLE IF EXISTS \(table)")
        }
        try database.execute(sql: index)
    }
}
