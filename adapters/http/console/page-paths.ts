// Where the console's views live: the server answers these addresses with the page, the page shows the view.

/** Addresses of views, with `:name` parameters. */
export const pageAddresses = [
  '/',
  '/studios',
  '/studios/:id',
  '/studios/:id/:section',
  '/operators',
  '/account',
] as const;
