#!/usr/bin/env python3
"""Generates the 200 colleagues of the sample mini apps. The seed is fixed, so the result is always the same.

Run it in this folder. It writes directory/common/people.json, directory/common/search.json with the entries that a host searches, and
kudos/common/colleagues.json.
"""

import json
import random
import unicodedata
from pathlib import Path

GIVEN = """Ada Amara Anders Aiko Bruno Carla Chidi Clara Dalia Deniz Diego Elena Emeka Esra Farah Felix Fiona Gita
Goran Hana Hugo Ines Ivan Jamal Jonas Julia Kaito Karin Kofi Lena Liam Lucia Malik Marta Mei Mira Nadia Nils Noor
Olga Omar Paula Pedro Priya Rafael Rosa Ruben Samira Sara Tariq Tomas Uma Vera Viktor Wanda Yara Yusuf Zoe""".split()
FAMILY = """Abe Alvarez Andersen Bauer Becker Bianchi Carvalho Chen Cruz Diallo Duarte Eriksen Farouk Fischer Garcia
Gupta Haddad Hansen Ibarra Ito Jansen Kaplan Keller Kim Kovacs Lopez Mensah Meyer Moreau Moreno Nakamura Ndiaye Novak
Okafor Olsen Park Pereira Petrov Ramos Rossi Sato Schmidt Silva Soto Suzuki Tanaka Torres Vega Weber Yilmaz""".split()
TEAMS = {
    "Design": ["Product designer", "Illustrator", "Researcher"],
    "Engineering": ["iOS engineer", "Server engineer", "Web engineer", "Engineering manager"],
    "Finance": ["Accountant", "Controller"],
    "People": ["Recruiter", "People partner"],
    "Operations": ["Site reliability engineer", "Office manager", "Security engineer"],
    "Sales": ["Account executive", "Sales engineer"],
    "Support": ["Support specialist", "Support lead"],
}
SKILLS = {
    "Design": ["Figma", "Accessibility", "Prototyping", "Typography", "User research", "Motion"],
    "Engineering": ["Swift", "SwiftUI", "Rust", "PostgreSQL", "Testing", "Kotlin", "Accessibility", "JavaScript"],
    "Finance": ["Forecasting", "Tax", "Excel", "Audit"],
    "People": ["Interviewing", "Coaching", "Onboarding", "Labour law"],
    "Operations": ["Linux", "Networking", "Incident response", "Procurement", "First aid"],
    "Sales": ["Negotiation", "Demos", "Spanish", "German", "CRM"],
    "Support": ["Writing", "Spanish", "Japanese", "Troubleshooting", "Coaching"],
}
CITIES = ["Barcelona", "Berlin", "Lagos", "Lisbon", "Montevideo", "Osaka", "Oslo", "Toronto"]


def plain(text):
    return unicodedata.normalize("NFD", text).encode("ascii", "ignore").decode().lower()


def make_people(count=200, seed=20260101):
    chance = random.Random(seed)
    names = chance.sample([(given, family) for given in GIVEN for family in FAMILY], count)
    people = []
    for number, (given, family) in enumerate(names, start=1):
        team = chance.choice(list(TEAMS))
        people.append({
            "id": number,
            "name": f"{given} {family}",
            "team": team,
            "title": chance.choice(TEAMS[team]),
            "skills": sorted(chance.sample(SKILLS[team], 3)),
            "city": chance.choice(CITIES),
            "email": f"{plain(given)}.{plain(family)}@example.com",
            "phone": f"+1 555 01{chance.randrange(100):02d} {number:03d}",
            "face": chance.randrange(1 << 24),
        })
    return sorted(people, key=lambda person: person["name"])


def search_entry(person):
    return {
        "title": person["name"],
        "detail": f"{person['title']} · {person['team']}",
        "words": " ".join([person["city"], *person["skills"]]),
        "page": f"pages/person?id={person['id']}",
    }


def listed(values, indent="  "):
    return "[\n" + ",\n".join(indent + json.dumps(value, ensure_ascii=False) for value in values) + "\n]"


def write(path, text):
    Path(path).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    people = make_people()
    write("directory/common/people.json", listed(people))
    write("directory/common/search.json", '{"entries": ' + listed(map(search_entry, people)) + "}")
    colleagues = [{key: person[key] for key in ("id", "name", "team", "face")} for person in people]
    write("kudos/common/colleagues.json", listed(colleagues))
