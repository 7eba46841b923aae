// The reference page: shows the machine-readable description as it is just now, and lets calls be tried out.

const about = '/api/v2/openapi.json';
const form = document.getElementById('shown');

/** Routes without a feature get a heading of their own. */
const general = { name: 'index & reference', description: 'What there is, and where to read on' };

/**
 * The description without what has no place on this page. A token belongs into a header: in an address it would end up
 * in the browser's history. Calls go to where the page came from, and links to nowhere else.
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

/** Actions are told apart from reads, though both are GETs. */
const titled = ({ tags = [general.name], summary, ...told }) => ({
  ...told,
  tags,
  summary: '202' in told.responses ? `\u25b6 ${summary}` : summary,
});

/** The description with what was asked for; twins and POST say the same again. */
const shown = (description, wanted) => {
  const paths = Object.entries(description.paths).map(([path, methods]) => {
    const kept = Object.entries(methods).filter(([method]) => isShown(path, method, wanted));
    return [path, Object.fromEntries(kept.map(([method, told]) => [method, titled(told)]))];
  });
  return { ...description, tags: [general, ...description.tags], paths: Object.fromEntries(paths) };
};

/** The library's dark look is a class of the whole page. */
const dark = matchMedia('(prefers-color-scheme: dark)');
const dress = () => document.documentElement.classList.toggle('dark-mode', dark.matches);

const wanted = () => ({ post: form.elements.post.checked, plain: form.elements.plain.checked });

const read = async () => {
  const answer = await fetch(about);
  if (!answer.ok) throw new Error(`${about} answered ${answer.status}`);
  return forPage(await answer.json());
};

/** Nothing but what was entered here goes with a call, so that no browser asks for a password of its own. */
const withoutCookies = (request) => ({ ...request, credentials: 'omit' });

const start = async () => {
  let description = await read();
  const ui = SwaggerUIBundle({
    spec: shown(description, wanted()),
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
  const show = () => ui.specActions.updateJsonSpec(shown(description, wanted()));
  form.addEventListener('change', show);

  // Switches may have been moved while somebody looked at something else.
  document.addEventListener('visibilitychange', async () => {
    if (document.visibilityState !== 'visible') return;
    const fresh = await read().catch(() => description);
    if (JSON.stringify(fresh) === JSON.stringify(description)) return;
    description = fresh;
    show();
  });
};

dress();
dark.addEventListener('change', dress);
start().catch((fault) => {
  document.querySelector('.waiting').textContent = `The reference can't be shown: ${fault.message}`;
});
