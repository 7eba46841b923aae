// The controls: the view, the search and the filters.
import type { Report } from '../model.js';
import { element } from './dom.js';
import { resultWords } from './results.js';
import { views, type Filters, type State } from './state.js';

type Field = keyof Filters;

/** Reports a change. A change by typing replaces the entry of the browser's history. */
export type OnChange = (change: Partial<State>, typed: boolean) => void;

const labelled = (label: string, control: HTMLElement): HTMLElement =>
  element('label', {}, element('span', {}, label), control);

const options = (entries: readonly (readonly [string, string])[]): readonly HTMLElement[] =>
  entries.map(([value, text]) => element('option', { value }, text));

/** Controls that show a state and report its changes. */
export class FilterBar {
  readonly root: HTMLElement;
  readonly #fields: Readonly<Record<Field, HTMLInputElement | HTMLSelectElement>>;
  readonly #views: readonly HTMLButtonElement[];

  constructor(report: Report, onChange: OnChange) {
    const select = (
      field: Field,
      first: string,
      entries: readonly (readonly [string, string])[],
    ): HTMLSelectElement => {
      const made = element('select', {}, ...options([['', first], ...entries]));
      made.addEventListener('change', () => {
        onChange({ [field]: made.value }, false);
      });
      return made;
    };
    const input = (field: Field, attributes: Readonly<Record<string, string>>): HTMLInputElement => {
      const made = element('input', attributes);
      made.addEventListener('input', () => {
        onChange({ [field]: made.value }, true);
      });
      return made;
    };
    const rules = element('datalist', { id: 'rules' }, ...options(report.rules.map(({ id, text }) => [id, text])));
    this.#fields = {
      q: input('q', { type: 'search' }),
      rule: input('rule', { list: 'rules', placeholder: 'All' }),
      feature: select(
        'feature',
        'All',
        report.features.map(({ file, name }) => [file, name] as const),
      ),
      result: select(
        'result',
        'All',
        Object.entries(resultWords).map(([value, { text }]) => [value, text] as const),
      ),
      driver: select(
        'driver',
        'All',
        report.drivers.map(({ name, title }) => [name, title] as const),
      ),
    };
    this.#views = Object.entries(views).map(([view, text]) => {
      const made = element('button', { type: 'button', 'data-view': view }, text);
      made.addEventListener('click', () => {
        onChange({ view: view as State['view'] }, false);
      });
      return made;
    });
    const { q, rule, feature, result, driver } = this.#fields;
    this.root = element(
      'search',
      {},
      element('div', { class: 'views', role: 'group', 'aria-label': 'View' }, ...this.#views),
      labelled('Search', q),
      labelled('Rule', rule),
      labelled('Feature', feature),
      labelled('Result', result),
      labelled('Driver', driver),
      rules,
    );
  }

  show(state: State): void {
    for (const [field, control] of Object.entries(this.#fields)) {
      if (control.value !== state[field as Field]) control.value = state[field as Field];
    }
    for (const button of this.#views)
      button.setAttribute('aria-pressed', String(button.dataset['view'] === state.view));
  }
}
