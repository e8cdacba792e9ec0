import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/** Signs a call: lower-case hex MD5 of appId=…bizParam=…serviceType=…timestamp=… followed by the secret. Java 17. */
public final class Sign {
    public static String sign(String appId, String bizParam, String serviceType, String timestamp, String secret) throws Exception {
        // In the order of the names, with nothing in between. bizParam is signed before a form encodes it.
        String text = "appId=" + appId + "bizParam=" + bizParam + "serviceType=" + serviceType + "timestamp=" + timestamp + secret;
        byte[] digest = MessageDigest.getInstance("MD5").digest(text.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest);
    }
}
