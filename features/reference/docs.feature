# The reference page.
Feature: The reference page
  GET /api/v2/docs shows the OpenAPI description as a page where calls can be tried out.

  @DOCS-1 @HEADER-3
  Rule: The page loads nothing from other origins

    Scenario: The page has a strict content security policy
      When the host itself calls GET /api/v2/docs
      Then the response status is 200
      And the header "Content-Type" starts with "text/html"
      And the header "Content-Security-Policy" starts with "default-src 'none'"

    @HEADER-4
    Scenario: The page's own calls state where they come from
      When the host itself calls GET /api/v2/docs
      Then the header "Referrer-Policy" is "same-origin"

    Scenario: The plain form of the page is its path
      When the host itself calls GET /api/v2/plain/docs
      Then the response body is "/api/v2/docs"

  @GUARD-14 @simulated
  Rule: The page's own calls pass the browser guard

    Scenario: The page at localhost plays a clip
      When the host itself plays clip 3 on main with:
        | Host           | localhost:3002                    |
        | Origin         | http://localhost:3002             |
        | Referer        | http://localhost:3002/api/v2/docs |
        | Sec-Fetch-Site | same-origin                       |
        | User-Agent     | Mozilla/5.0                       |
      Then the response status is 200

    @GUARD-15
    Scenario: The page at the LAN address plays a clip
      Given access without a token is Whole LAN
      When a caller at 192.168.1.20 plays clip 3 on main with:
        | Host       | 192.168.1.10:3002                    |
        | Referer    | http://192.168.1.10:3002/api/v2/docs |
        | User-Agent | Mozilla/5.0                          |
      Then the response status is 200
