"""Writing systems as ranges for regular expressions, pure: what stands inside square brackets, without the brackets."""

# Written without spaces between words, or found by parts of words: Han, kana, hangul, Thai, Lao, Burmese, Khmer.
UNSPACED = (
    "\u0e01-\u0e2e\u0e30-\u0e3a\u0e40-\u0e4e\u0e81-\u0ecd\u1000-\u1049\u1050-\u109f\u1100-\u11ff\u1780-\u17d3"
    "\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff"
)

# Marks that combine with the letter before them, which \w leaves out: accents, Hebrew and Arabic points, Indic vowel signs.
MARKS = (
    "\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc"
    "\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0730-\u074a\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983"
    "\u09bc-\u09d7\u0a01-\u0a03\u0a3c-\u0a4d\u0a70\u0a71\u0a81-\u0a83\u0abc-\u0acd\u0b01-\u0b03\u0b3c-\u0b57\u0b82\u0bbe-\u0bcd"
    "\u0c00-\u0c04\u0c3e-\u0c56\u0c81-\u0c83\u0cbc-\u0cd6\u0d00-\u0d03\u0d3b-\u0d4d\u0d81-\u0d83\u0dca-\u0ddf"
)

# Marks that readers often leave out when they type: Latin and Greek accents, Hebrew and Arabic points.
OMITTED_MARKS = "\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670"

HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"

REGIONAL = "\U0001f1e6-\U0001f1ff"
SKIN_TONES = "\U0001f3fb-\U0001f3ff"
PICTOGRAPHS = "\u203c\u2049\u2300-\u23ff\u2600-\u27bf\u2b05-\u2b55\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff"

# Soft hyphen, grapheme joiner, zero-width and bidirectional controls, invisible operators, byte order mark, annotations, tags.
INVISIBLE = (
    "\u00ad\u034f\u061c\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb"
    "\U0001d173-\U0001d17a\U000e0000-\U000e007f"
)
# They choose between two pictures of one character.
VARIATION_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
