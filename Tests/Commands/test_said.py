"""Limits that can't be removed are documented where people look for them."""

import re

from conftest import ROOT


def words(path):
    return re.sub(r"\s+", " ", (ROOT / path).read_text()).lower()


def test_what_a_frame_can_still_let_out_is_said():
    readme, security = words("README.md"), words("SECURITY.md")
    assert "through nothing else" not in readme
    for text in readme, security:
        assert "webrtc" in text and "preconnect" in text


def test_that_code_is_not_secret_is_said_to_publishers_and_operators(atoll):
    readme = words("README.md")
    assert "can be read by anybody who knows the metadata" in readme
    assert "anybody who knows the metadata" in words("SECURITY.md")
    help_text = re.sub(r"\s+", " ", atoll.works("publish", "--help"))
    assert "can be read by anybody who knows the metadata" in help_text
    assert "anyone who knows the metadata can read them" in re.sub(
        r"\s+(/// )?", " ", (ROOT / "Sources/Center/AtollCenter/Routes/AccessRoutes.swift").read_text())
