/**
 * Typed settings from {@code application.yml}, the environment, system properties and arguments. May not import
 * anything of Sprout. It defines no keys, because each package defines the keys that it reads.
 */
@NullMarked
package sprout.config;

import org.jspecify.annotations.NullMarked;
