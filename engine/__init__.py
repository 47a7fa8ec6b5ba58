"""The rules engine: what a throw of dice means, its exact odds, and one roll of it.

It imports the standard library only, and runs unchanged on CPython and in the browser.
Layers, each importing only those before it::

    errors  grammar  expression  template  dice  summary   the language and the dice
    record  check  build_check  rulebook  schema  build    what the data says, as values
    opening  lint  loader                                         … and every fault in it
    ruling  inputs  situation  setting  sweep              a question, worked out up to the dice
    reading  race  joint  odds  roll  followup  derive     its answers
    explain  answer                                        … in words, and in the shapes that pages rely on
    notation                                               dice without a game
    bridge  __main__                                       how the outside asks and is told
"""
