# The two commands are "make study" and "make test"; alone, make says what there is.
# PYTHON names another Python; ARGS goes to the command: make test ARGS="-k facts".
PYTHON ?= python3
ARGS ?=

.PHONY: help study class site fast test soak lint check gallery oracle clean

help:
	@echo "make study   install what is needed and open the course in JupyterLab"
	@echo "make class   start a JupyterHub for a class: learners join by a code"
	@echo "make site    build the static site in build/site and serve it here"
	@echo "make fast    run what your change can reach, in three minutes, and say what was not run"
	@echo "make test    install what tests need and run all of them"
	@echo "make soak    run for hours what make test runs a sample of: kills, power cuts, laws"
	@echo "make lint    check the style and the types of the code"
	@echo "make check   check the content, the quizzes, the labs and the facts"
	@echo "make gallery photograph every surface into build/gallery/index.html"
	@echo "make oracle  let real tools read the virtual node and show what ours prints otherwise"
	@echo "make clean   remove what these commands have made"
	@echo
	@echo "PYTHON=python3.12 uses another Python; ARGS=\"...\" goes to the command."

study class site fast test soak lint check gallery oracle:
	@command -v $(PYTHON) > /dev/null || { \
	  echo "certlab: there is no $(PYTHON) here; install Python 3.11 or newer, or" \
	    "name one, as in make $@ PYTHON=/path/to/python3." >&2; exit 1; }
	@exec $(PYTHON) tools/environment.py $@ $(ARGS)

clean:
	rm -rf .venv build dist node_modules .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find content labs quizzes src tests tools -name __pycache__ -prune -exec rm -r {} +
