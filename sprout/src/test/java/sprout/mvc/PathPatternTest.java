package sprout.mvc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sprout.http.HttpException;

class PathPatternTest {

    @ParameterizedTest
    @CsvSource({
        "/, /",
        "/a/b, /a/b",
        "a, /a",
        "/a/{x}, /a/1",
        "/a/{x:[0-9]+}, /a/12",
        "/a/{x:[0-9]{2}}, /a/12",
        "/{x:a/b|c}, /c",
        "/a/*, /a/anything",
        "/a/*.txt, /a/b.txt",
        "/a/b?d, /a/bcd",
        "/a/b?d, /a/b😀d",
        "/*a*b*, /aabb",
        "/*-*-*.json, /-a-.json-.json",
        "/*.json, /.json",
        "/a***, /a",
        "/*?, /x",
        "/a/**, /a",
        "/a/**, /a/",
        "/a/**, /a/b/c"
    })
    void aPathThatFitsMatches(String pattern, String path) {
        assertThat(PathPattern.parse(pattern).match(Paths.segments(path))).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "/a, /A",
        "/a, /a/",
        "/a, /a/b",
        "/a/{x}, /a/",
        "/a/{x}, /a/b/c",
        "/a/{x:[0-9]+}, /a/1b",
        "/a/*, /a/b/c",
        "/a/*.txt, /a/btxt",
        "/a/b?d, /a/bd",
        "/a?, /a",
        "/*??, /😀",
        "/*-*-*.json, /a-b.json",
        "/*-*-*.json, /a-b-c.jso",
        "/*a, /ab",
        "/a/**, /b"
    })
    void aPathThatDoesNotFitDoesNotMatch(String pattern, String path) {
        assertThat(PathPattern.parse(pattern).match(Paths.segments(path))).isNull();
    }

    @Test
    void aHostileTextIsComparedWithEachStarOnceAndNotInEveryWay() {
        String hostile = "-".repeat(8000);
        AtomicInteger looks = new AtomicInteger();
        CharSequence counted = new CharSequence() {
            @Override
            public int length() {
                return hostile.length();
            }

            @Override
            public char charAt(int index) {
                assertThat(looks.incrementAndGet()).isLessThan(20 * hostile.length());
                return hostile.charAt(index);
            }

            @Override
            public CharSequence subSequence(int start, int end) {
                return hostile.subSequence(start, end);
            }
        };
        assertThat(PathPattern.parse("/*-*-*.json").segments().getFirst().matches(counted))
                .isFalse();
    }

    @Test
    void aTextThatIsTooLongForTheStackDoesNotMatchARegex() {
        PathPattern.Segment pairs =
                PathPattern.parse("/{pairs:(a|b)*}").segments().getFirst();
        assertThat(pairs.matches("abba")).isTrue();
        assertThat(pairs.matches("ab".repeat(1_000_000))).isFalse();
    }

    @Test
    void aTextThatARegexTriesInTooManyWaysDoesNotMatch() {
        PathPattern.Segment words =
                PathPattern.parse("/{words:\\w*\\d*\\w*\\d*x}").segments().getFirst();
        assertThat(words.matches("1".repeat(100) + "x")).isTrue();
        Assertions.assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertThat(words.matches("1".repeat(8000))).isFalse());
    }

    @Test
    void variablesAreDecodedAndAnEncodedSlashStaysInside() {
        PathPattern pattern = PathPattern.parse("/{folder}/x/{file}");
        assertThat(pattern.variables()).containsExactly("folder", "file");
        assertThat(pattern.match(Paths.segments("/a%2Fb/x/%C3%A4"))).containsExactly("a/b", "ä");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a/%", "/a%2/b", "/%zz", "/a/%00", "/%ff", "/%2"})
    void anEscapeThatIsNoTextIs400(String path) {
        assertThatThrownBy(() -> Paths.segments(path))
                .isInstanceOfSatisfying(
                        HttpException.class, e -> assertThat(e.status()).isEqualTo(400));
    }

    @Test
    void theMostSpecificPatternComesFirst() {
        List<String> sorted = Stream.of("/a/**", "/a/*", "/a/{x}", "/a/x*", "/a/{x:[a-z]+}", "/a/b", "/a/b/c")
                .map(PathPattern::parse)
                .sorted()
                .map(PathPattern::text)
                .toList();
        assertThat(sorted).containsExactly("/a/b/c", "/a/b", "/a/{x:[a-z]+}", "/a/x*", "/a/{x}", "/a/*", "/a/**");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/{",
                "/a}",
                "/{}",
                "/{:x}",
                "/a/{*path}",
                "/{a}/{a}",
                "/**/a",
                "/a{b}c",
                "/{a}-{b}",
                "/{a}{b}",
                "/{a}.*",
                "/{x:[}"
            })
    void aPatternThatIsUnsoundIsRefusedByName(String pattern) {
        assertThatThrownBy(() -> PathPattern.parse(pattern))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(pattern);
    }
}
