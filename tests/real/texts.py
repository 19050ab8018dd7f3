"""Segments that every form of file holds: references, two candidates, sources and labels of groups.

They have what forms must write in a special way: quotes, tabs, backslashes, ampersands, angle brackets and other letters.
"""

REFERENCES = [
    'The cat said "no" to the dog in the yard.',
    "We went home by the late train & slept until noon.",
    "Nobody knew what she had <then> said to her brother.",
    "A tab\tin the text, and a back\\slash behind it.",
    "It rained all day, and we stayed in the house.",
    "Grüße aus Köln, said the card – with a heart ♥ on it.",
    "He paid 3.50 dollars, i.e. half of what they asked for.",
    "“Never again,” the old man said, and closed the door.",
    "The path C:\\temp\\table is the one that you must use.",
    "She left; he stayed, as everyone in town had expected.",
    "It's 5 < 6 and 7 > 2, as the children know by now.",
    "The last line has nothing that needs to be escaped.",
]
CANDIDATES = [
    'The cat said "no" to a dog in the yard.',
    "We went home by a late train & slept until noon.",
    "Nobody knew what she <then> said to the brother.",
    "A tab\tin a text, and a back\\slash behind it.",
    "It rained all the day, and we stayed in the house.",
    "Grüße aus Köln, says the card – with a heart ♥ on it.",
    "He paid 3.50 dollars, i.e. half what they asked for.",
    "“Never again,” said the old man, and closed the door.",
    "The path C:\\temp\\table is the one you must use.",
    "She left; he stayed, as everybody in town expected.",
    "It's 5 < 6 and 7 > 2, as children know by now.",
    "The last line has nothing which needs to be escaped.",
]
OTHERS = [text.replace(" the ", " that ").replace(" and ", " or ") for text in CANDIDATES]
SOURCES = [f"Quelle {number} & mehr" for number in range(len(REFERENCES))]
GROUPS = ["news" if number % 3 else "talks" for number in range(len(REFERENCES))]

SIDES = {"ref": REFERENCES, "hyp": CANDIDATES, "other": OTHERS}
