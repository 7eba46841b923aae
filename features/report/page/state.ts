// What the page shows, as the hash of its address keeps it: `#view=specification&q=clip&result=failed`.

/** The views of the page. */
export const views = { features: 'Scenarios', specification: 'Specification', times: 'Times' } as const;

export type View = keyof typeof views;

/** The filters; an empty text limits nothing. */
export interface Filters {
  readonly q: string;
  readonly rule: string;
  readonly feature: string;
  readonly result: string;
  readonly driver: string;
}

export interface State extends Filters {
  readonly view: View;
}

const filterNames = ['q', 'rule', 'feature', 'result', 'driver'] as const;

/** Reads a state from a hash; what is unknown in it is ignored. */
export const parseState = (hash: string): State => {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const view = fields.get('view') ?? '';
  const filters = Object.fromEntries(filterNames.map((name) => [name, fields.get(name) ?? ''])) as unknown as Filters;
  return { ...filters, view: view in views ? (view as View) : 'features' };
};

/** Returns the hash of a state, without what is as at first. */
export const hashOf = (state: Partial<State>): string => {
  const fields = new URLSearchParams();
  if (state.view !== undefined && state.view !== 'features') fields.set('view', state.view);
  for (const name of filterNames) if (state[name]) fields.set(name, state[name]);
  return `#${fields.toString()}`;
};
