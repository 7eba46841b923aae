// The reference page: shows the current OpenAPI document in Swagger UI and sends test calls.

const documentUrl = '/api/v2/openapi.json';
const form = document.getElementById('filters');

/** Section of the routes without a feature. */
const general = { name: 'index & reference', description: 'Index, events, actions and reference' };

/**
 * Removes what doesn't fit this page. Tokens are sent in a header, as a URL would end up in the browser's history.
 * Calls go to the page's own origin, and the page has no external links.
 */
const forPage = ({ servers: _servers, ...description }) => {
  const { queryToken: _, ...securitySchemes } = description.components.securitySchemes;
  const { license: _license, ...info } = description.info;
  return {
    ...description,
    info,
    components: { ...description.components, securitySchemes },
    security: description.security.filter((scheme) => !('queryToken' in scheme)),
  };
};

const isShown = (path, method, { post, plain }) =>
  (plain || !/^\/api\/v2\/plain(\/|$)/.test(path)) && (post || method !== 'post');

/** Marks actions, as both reads and actions use GET. */
const withTitle = ({ tags = [general.name], summary, ...operation }) => ({
  ...operation,
  tags,
  summary: '202' in operation.responses ? `\u25b6 ${summary}` : summary,
});

/** Returns the description with the selected operations only; plain twins and POST are duplicates. */
const filtered = (description, filters) => {
  const paths = Object.entries(description.paths).map(([path, methods]) => {
    const shown = Object.entries(methods).filter(([method]) => isShown(path, method, filters));
    return [path, Object.fromEntries(shown.map(([method, operation]) => [method, withTitle(operation)]))];
  });
  return { ...description, tags: [general, ...description.tags], paths: Object.fromEntries(paths) };
};

/** Swagger UI's dark theme is a class of the root element. */
const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const applyTheme = () => document.documentElement.classList.toggle('dark-mode', prefersDark.matches);

const selectedFilters = () => ({ post: form.elements.post.checked, plain: form.elements.plain.checked });

const load = async () => {
  const response = await fetch(documentUrl);
  if (!response.ok) throw new Error(`${documentUrl} returned status ${response.status}`);
  return forPage(await response.json());
};

/** Calls carry only the credentials entered here, so that the browser never prompts for a password. */
const withoutCookies = (request) => ({ ...request, credentials: 'omit' });

const start = async () => {
  let description = await load();
  const ui = SwaggerUIBundle({
    spec: filtered(description, selectedFilters()),
    domNode: document.getElementById('reference'),
    deepLinking: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    filter: false,
    defaultModelsExpandDepth: 0,
    persistAuthorization: false,
    requestInterceptor: withoutCookies,
    syntaxHighlight: { theme: 'nord' },
    tryItOutEnabled: true,
    validatorUrl: null,
  });
  const update = () => ui.specActions.updateJsonSpec(filtered(description, selectedFilters()));
  form.addEventListener('change', update);

  // Features may have been switched while the page was hidden.
  document.addEventListener('visibilitychange', async () => {
    if (document.visibilityState !== 'visible') return;
    const latest = await load().catch(() => description);
    if (JSON.stringify(latest) === JSON.stringify(description)) return;
    description = latest;
    update();
  });
};

applyTheme();
prefersDark.addEventListener('change', applyTheme);
start().catch((error) => {
  document.querySelector('.notice').textContent = `The reference can't be loaded: ${error.message}`;
});
