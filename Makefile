# Every target is one step of `python3 -m tasks`, which does the same on a machine without make.
PYTHON ?= python3
# ADDRESS=0.0.0.0:8000 lets a phone in the same network read along.
ADDRESS ?=
# ARGS="-k dying" is handed on to the program behind the target.
ARGS ?=

.PHONY: help serve test build check bench trace setup lock

help: ## list the targets
	@$(PYTHON) -m tasks help

serve: ## build the handbook and serve it with live reload (ADDRESS=HOST:PORT)
	@$(PYTHON) -m tasks serve $(ADDRESS)

test: ## build the handbook and run all tests (ARGS go to pytest)
	@$(PYTHON) -m tasks test $(ARGS)

build: ## write the handbook to site/
	@$(PYTHON) -m tasks build $(ARGS)

check: ## check style, types and rules data
	@$(PYTHON) -m tasks check

bench: ## print the measurements
	@$(PYTHON) -m tasks bench $(ARGS)

trace: ## write bundle/modules.txt: what the engine imports in a browser
	@$(PYTHON) -m tasks trace

setup: ## install everything the other targets need, the tests' browser apart
	@$(PYTHON) -m tasks setup

lock: ## pin the dependencies anew (ARGS=--upgrade takes the newest that fit)
	@$(PYTHON) -m tasks lock $(ARGS)
