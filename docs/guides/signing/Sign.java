import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/** Signs a call: lower-case hex SHA-1 of {"accessId":"…","content":"…"} followed by the secret key. Java 17. */
public final class Sign {
    public static String sign(String accessId, String content, String secretKey) throws Exception {
        String member = content.isEmpty() ? "" : ",\"content\":" + quote(content);
        String text = "{\"accessId\":" + quote(accessId) + member + "}" + secretKey;
        byte[] digest = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest);
    }

    /** JSON string with only the escapes that JSON demands; a slash and non-ASCII stay as they are. */
    private static String quote(String text) {
        StringBuilder out = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            int known = "\"\\\b\t\n\f\r".indexOf(c);
            if (known >= 0) out.append('\\').append("\"\\btnfr".charAt(known));
            else if (c < 0x20 || (c >= 0xD800 && c <= 0xDFFF)) out.append(String.format("\\u%04x", c));
            else out.appendCodePoint(c);
        });
        return out.append('"').toString();
    }
}
