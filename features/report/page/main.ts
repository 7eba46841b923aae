// Shows the report that the page contains. The hash of the address holds what is shown, so that a link shows the same.
import type { Report } from '../model.js';
import { tally } from './badges.js';
import { coverage } from './coverage.js';
import { element } from './dom.js';
import { FilterBar } from './filter-bar.js';
import { featuresView, timesView } from './features-view.js';
import { SearchIndex } from './search.js';
import { specificationView } from './specification-view.js';
import { hashOf, parseState, type State } from './state.js';

const report = JSON.parse(document.querySelector('#report')?.textContent ?? '') as Report;
const index = new SearchIndex(report);

const time = (iso: string): string => new Date(iso).toLocaleString();

const runFailures = report.drivers.flatMap(({ title, failures }) =>
  failures.map((text) => element('pre', { class: 'failed', tabindex: '0', role: 'group' }, `${title}: ${text}`)),
);

const runs = element(
  'details',
  { class: 'runs' },
  element('summary', {}, `Made ${time(report.made)}. Runs: ${report.drivers.map(({ title }) => title).join(', ')}`),
  element(
    'ul',
    {},
    ...report.drivers.map(({ title, at }) => element('li', {}, `${title}: last run ended ${time(at)}`)),
  ),
);

const summary = element('p', { class: 'summary', role: 'status' });
const rules = element('p', { class: 'coverage' });
const list = element('div', { class: 'list' });

const views = { features: featuresView, times: timesView };

const show = (state: State): void => {
  const found = index.find(state);
  summary.replaceChildren(
    `${String(found.length)} of ${String(report.scenarios.length)} scenarios: `,
    ...tally(found, state.driver),
  );
  rules.textContent = coverage(report, state.driver);
  const shown =
    state.view === 'specification'
      ? specificationView(report, found, state)
      : views[state.view](report, found, state.driver);
  list.replaceChildren(...(shown.length > 0 ? shown : [element('p', {}, 'Nothing matches these filters.')]));
};

const bar = new FilterBar(report, (change, typed) => {
  const next = { ...parseState(location.hash), ...change };
  history[typed ? 'replaceState' : 'pushState'](null, '', hashOf(next));
  bar.show(next);
  show(next);
});

const showAddress = (): void => {
  const state = parseState(location.hash);
  bar.show(state);
  show(state);
};

document.body.append(
  element('header', {}, element('h1', {}, 'Studio Control: features'), runs, ...runFailures, bar.root),
  element('main', {}, summary, rules, list),
);
window.addEventListener('hashchange', showAddress);
window.addEventListener('popstate', showAddress);
showAddress();
