"""Sphinx reads this as its configuration; what it builds from is written by output.py."""

project = "certlab"
author = "certlab contributors"
language = "en"
extensions = ["myst_parser", "certlab.app.pages.theme"]
html_theme = "furo"
html_title = "certlab"  # or as the course is called; theme.py
html_favicon = "static/icon.svg"
html_static_path = ["static"]
html_css_files = ["sheet.css"]
html_js_files = ["shell.js"]
templates_path = ["templates"]
html_copy_source = False
html_show_copyright = False
html_use_index = False
html_permalinks = False
smartquotes = False  # a quotation mark in a text may be part of a command
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
myst_heading_anchors = 4
myst_heading_slug_func = "certlab.course.pages.anchor"
myst_all_links_external = True  # they are addresses on the site already
# Our pages are CommonMark with tables; what MyST reads beyond it may stand in a text.
myst_disable_syntax = [
    "front_matter",  # which could change the settings below for its page
    "myst_block_break",
    "myst_line_comment",
    "myst_role",
    "myst_target",
]
suppress_warnings = ["toc.not_included"]  # the frame lists the pages, not a toctree
