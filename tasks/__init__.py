"""The project's commands, run by `python3 -m tasks COMMAND` before anything is installed.

Only the standard library is used here, because these modules make the environment that everything else runs in.
"""
