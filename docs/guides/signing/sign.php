<?php
/** Signs a call: lower-case hex SHA-1 of {"accessId":"…","content":"…"} followed by the secret key. PHP 7.3 or newer. */
function sign(string $accessId, string $content, string $secretKey): string
{
    // Only the escapes that JSON demands; a slash and non-ASCII stay as they are.
    $flags = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_LINE_TERMINATORS | JSON_THROW_ON_ERROR;
    $text = '{"accessId":' . json_encode($accessId, $flags);
    if ($content !== '') {
        $text .= ',"content":' . json_encode($content, $flags);
    }
    return sha1($text . '}' . $secretKey);
}
