import hashlib


def sign(app_id: str, biz_param: str, service_type: str, timestamp: str, secret: str) -> str:
    """Signs a call: lower-case hex MD5 of appId=…bizParam=…serviceType=…timestamp=… followed by the secret. Python 3."""
    # In the order of the names, with nothing in between. bizParam is signed before a form encodes it.
    pairs = [("appId", app_id), ("bizParam", biz_param), ("serviceType", service_type), ("timestamp", timestamp)]
    text = "".join(name + "=" + value for name, value in pairs)
    return hashlib.md5((text + secret).encode("utf-8")).hexdigest()
