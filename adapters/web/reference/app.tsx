// The reference page: the routes that are switched on, with forms that call them.
import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { AccessBar } from './access-bar.js';
import type { OpenApi } from './openapi.js';
import { Prose } from './prose.js';

import { GroupView } from './route-view.js';
import { routeGroups, searched } from './routes.js';
import type { Access } from './studio.js';
import { useAccess } from './use-access.js';
import { useDocument } from './use-document.js';

/** Scrolls to the route in the page's address, once it is there. */
const useLinked = (linked: string): void => {
  useEffect(() => {
    document.getElementById(linked)?.scrollIntoView();
  }, [linked]);
};

const Loading = (): ReactElement => <p className="notice">Loading …</p>;

interface RoutesProps {
  readonly document: OpenApi;
  readonly access: Access;
  readonly token: string;
  readonly onToken: (token: string) => void;
}

const Routes = ({ document, access, token, onToken }: RoutesProps): ReactElement => {
  const [search, setSearch] = useState('');
  const [linked] = useState(() => location.hash.slice(1));
  const groups = useMemo(() => routeGroups(document), [document]);
  // The first paragraph states whether the devices are simulated.
  const [first = '', ...rest] = document.info.description.split('\n\n');
  const found = searched(groups, search);
  const studio = { token, state: access.kind === 'admitted' ? access.state : undefined };
  useLinked(linked);
  return (
    <>
      <Prose text={first} />
      <AccessBar access={access} token={token} onToken={onToken} />
      <details className="about">
        <summary>How calls, access and answers work</summary>
        <Prose text={rest.join('\n\n')} />
      </details>
      <div className="field search">
        <label htmlFor="search">Find a route</label>
        <input
          id="search"
          type="search"
          value={search}
          onChange={({ target }) => {
            setSearch(target.value);
          }}
        />
      </div>
      {found.map((group) => (
        <GroupView key={group.name} group={group} access={studio} linked={linked} isSearching={search !== ''} />
      ))}
      {found.length === 0 && <p role="status">No route contains “{search}”.</p>}
    </>
  );
};

/** Renders the page. */
export const App = (): ReactElement => {
  const { document, failure } = useDocument();
  const [token, setToken] = useState('');
  const access = useAccess(token);
  return (
    <>
      <header className="bar">
        <h1>
          <img src="/api/v2/docs/icon.svg" alt="" width="28" height="28" />
          API reference
        </h1>
        <span className="hint">{document && `${document.info.title} ${document.info.version}`}</span>
        <a href="/api/v2/openapi.json">openapi.json</a>
      </header>
      <main>
        {document && access && <Routes document={document} access={access} token={token} onToken={setToken} />}
        {!(document && access) && failure === undefined && <Loading />}
        {failure !== undefined && (
          <p role="alert" className="notice error">
            The reference can’t be loaded: {failure}
          </p>
        )}
      </main>
    </>
  );
};
