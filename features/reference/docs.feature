# The reference page.
Feature: The reference page
  GET /api/v2/docs shows the description to people, and lets them try it.

  @DOCS-1 @HEADER-3
  Rule: It is a page that loads nothing from elsewhere

    Scenario: The page
      When the host itself calls GET /api/v2/docs
      Then it is answered 200
      And the header "Content-Type" starts with "text/html"
      And the header "Content-Security-Policy" starts with "default-src 'none'"

    Scenario: Its plain form is its address
      When the host itself calls GET /api/v2/plain/docs
      Then the text is "/api/v2/docs"

  @GUARD-14
  Rule: What it asks passes the browser guard

    Scenario: The page at localhost plays a clip
      When the host itself plays clip 3 on main, showing:
        | Host           | localhost:3002                     |
        | Origin         | http://localhost:3002              |
        | Referer        | http://localhost:3002/api/v2/docs  |
        | Sec-Fetch-Site | same-origin                        |
        | User-Agent     | Mozilla/5.0                        |
      Then it is answered 200
