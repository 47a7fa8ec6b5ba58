"""What Python in the browser imports in place of modules that it would load, pay for and never use.

Each file replaces the module of the same name in the standard library that Pyodide ships.
`bundle.library` puts them there; nothing in this project imports them.
"""
