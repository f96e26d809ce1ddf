/**
 * Typed settings from {@code application.yml}, the environment and system properties. Imports nothing of Sprout; knows
 * no key of its own, because each package names the keys that it reads.
 */
@NullMarked
package sprout.config;

import org.jspecify.annotations.NullMarked;
