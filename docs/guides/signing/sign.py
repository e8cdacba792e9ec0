import hashlib
import json
import re


def sign(access_id: str, content: str, secret_key: str) -> str:
    """Signs a call: lower-case hex SHA-1 of {"accessId":"…","content":"…"} followed by the secret key. Python 3."""
    members = {"accessId": access_id, "content": content} if content else {"accessId": access_id}
    # Only the escapes that JSON demands; a slash and non-ASCII stay as they are, a lone surrogate is escaped.
    text = json.dumps(members, ensure_ascii=False, separators=(",", ":"))
    text = re.sub("[\ud800-\udfff]", lambda found: "\\u%04x" % ord(found[0]), text)
    return hashlib.sha1((text + secret_key).encode("utf-8")).hexdigest()
