require "digest"
require "json"

# Signs a call: lower-case hex SHA-1 of {"accessId":"…","content":"…"} followed by the secret key. Ruby 2.7 or newer,
# with texts in UTF-8.
def sign(access_id, content, secret_key)
  members = { "accessId" => access_id }
  members["content"] = content unless content.empty?
  # Only the escapes that JSON demands; a slash and non-ASCII stay as they are.
  text = JSON.generate(members)
  Digest::SHA1.hexdigest(text + secret_key)
end
