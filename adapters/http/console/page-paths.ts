// The paths of the console's views: the server responds to them with the page, which shows the view.

/** Paths of views, with `:name` parameters. */
export const pagePaths = [
  '/',
  '/studios',
  '/studios/:id',
  '/studios/:id/:section',
  '/removed-studios',
  '/removed-studios/:id',
  '/operators',
  '/account',
  '/first-steps',
] as const;
