package sprout.server;

import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/**
 * Configures TLS for a listener. The only protocol offered through ALPN is {@code http/1.1}.
 *
 * @param context certificates and keys, for example from {@link TlsKeys}
 * @param protocols the TLS versions to accept, as the JDK names them
 * @param clientAuth whether clients must present a certificate
 */
public record TlsOptions(SSLContext context, List<String> protocols, ClientAuth clientAuth) {
    /** TLS 1.3 and 1.2. Older versions are broken (RFC 8996). */
    public static final List<String> DEFAULT_PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

    /** Selects whether clients must authenticate. */
    public enum ClientAuth {
        NONE,
        /** The server asks for a certificate, and verifies it if the client sends one. */
        WANT,
        /** The handshake fails without a trusted certificate. */
        NEED
    }

    /**
     * Checks the versions.
     *
     * @throws IllegalArgumentException if the list is empty, or has a version that this JDK does not know, which the
     *     message names
     */
    public TlsOptions {
        protocols = List.copyOf(protocols);
        List<String> known = supported();
        for (String protocol : protocols) {
            if (!known.contains(protocol)) {
                throw new IllegalArgumentException(
                        "the protocol '" + protocol + "' is not one of " + String.join(", ", known));
            }
        }
        if (protocols.isEmpty()) {
            throw new IllegalArgumentException("at least one protocol of " + String.join(", ", known) + " is needed");
        }
    }

    /** Accepts TLS 1.3 and 1.2, without client certificates. */
    public static TlsOptions of(SSLContext context) {
        return new TlsOptions(context, DEFAULT_PROTOCOLS, ClientAuth.NONE);
    }

    private static List<String> supported() {
        try {
            return Arrays.stream(
                            SSLContext.getDefault().getSupportedSSLParameters().getProtocols())
                    .filter(name -> name.startsWith("TLS"))
                    .toList();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no TLS", e);
        }
    }

    SSLEngine engine() {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(protocols.toArray(String[]::new));
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        parameters.setWantClientAuth(clientAuth == ClientAuth.WANT);
        if (clientAuth == ClientAuth.NEED) {
            parameters.setNeedClientAuth(true);
        }
        engine.setSSLParameters(parameters);
        return engine;
    }
}
