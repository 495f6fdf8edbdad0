// xml_text: what has a meaning in XML is escaped, what XML forbids is left out, and all else stays.
#include "core/base/xml_text.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace strata;

TEST_CASE("text for XML and HTML has no sign of them left, in attributes too, and no control characters") {
  CHECK(xml_text("") == "");
  CHECK(xml_text("a < b & c > d") == "a &lt; b &amp; c &gt; d");
  CHECK(xml_text("<a href='x' title=\"y\">") == "&lt;a href=&#39;x&#39; title=&quot;y&quot;&gt;");
  CHECK(xml_text("]]>&amp;") == "]]&gt;&amp;amp;");
  CHECK(xml_text("1\n2\t3") == "1\n2\t3");
  CHECK(xml_text("\xc2\xb5s \xe2\x80\x93") == "\xc2\xb5s \xe2\x80\x93");
  std::string controls;
  for (char c = 0; c < 0x20; ++c) controls += c;
  CHECK(xml_text(controls + "x") == "\t\nx");
}
