/**
 * Typed settings from {@code application.yml}, the environment, system properties and arguments. May not import
 * anything of Sprout. Each package defines the keys that it reads; here that is only the list of profiles.
 */
@NullMarked
package sprout.config;

import org.jspecify.annotations.NullMarked;
