"""The app in browsers: ES modules, their theme, and what puts them where they run."""
