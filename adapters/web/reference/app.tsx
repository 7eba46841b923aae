// The reference page: the routes that are switched on, with forms that call them.
import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { AccessBar } from './access-bar.js';
import { apiBase, takesToken } from './api.js';
import type { OpenApi } from './openapi.js';
import { Prose } from './prose.js';
import { GroupView } from './route-view.js';
import { routeGroups, searched } from './routes.js';
import { type Access, type ApiAccess, readAccess } from './studio.js';
import { useDocument } from './use-document.js';

/** Time without a key press after which a token is tried, in milliseconds. */
const pauseMs = 300;

/** Returns the access that a token gives, or undefined while it is read for the first time, and without a token field. */
const useAccess = (token: string | undefined): Access | undefined => {
  const [access, setAccess] = useState<Access>();
  useEffect(() => {
    if (token === undefined) return undefined;
    let isCurrent = true;
    const timer = setTimeout(
      () => {
        void readAccess(token).then((read) => {
          if (isCurrent) setAccess(read);
        });
      },
      token === '' ? 0 : pauseMs,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [token]);
  return access;
};

/** Scrolls to the route in the page's address, once it is there. */
const useLinked = (linked: string): void => {
  useEffect(() => {
    document.getElementById(linked)?.scrollIntoView();
  }, [linked]);
};

const Loading = (): ReactElement => <p className="notice">Loading …</p>;

/** Renders the routes, and the field that searches them. */
const Routes = ({ studio }: { readonly studio: ApiAccess }): ReactElement => {
  const [search, setSearch] = useState('');
  const [linked] = useState(() => location.hash.slice(1));
  const groups = useMemo(() => routeGroups(studio.document), [studio.document]);
  const found = searched(groups, search);
  useLinked(linked);
  return (
    <>
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
      {groups.map((group) => (
        <GroupView
          key={group.name}
          group={group}
          access={studio}
          linked={linked}
          found={found}
          isSearching={search !== ''}
        />
      ))}
      {found.size === 0 && <p role="status">No route contains “{search}”.</p>}
    </>
  );
};

interface ReferenceProps {
  readonly document: OpenApi;
  /** The access of the reader; undefined for an API without credentials. */
  readonly access: Access | undefined;
  readonly token: string;
  readonly onToken: (token: string) => void;
}

const Reference = ({ document, access, token, onToken }: ReferenceProps): ReactElement => {
  // The first paragraph states whether the devices are simulated.
  const [first = '', ...rest] = document.info.description.split('\n\n');
  const state = access?.kind === 'admitted' ? access.state : undefined;
  return (
    <>
      <Prose text={first} />
      {access && <AccessBar access={access} token={token} onToken={onToken} />}
      <details className="about">
        <summary>How calls, access and answers work</summary>
        <Prose text={rest.join('\n\n')} />
      </details>
      <Routes studio={{ document, state, token }} />
    </>
  );
};

/** Names the API in the title of the tab. */
const useTitle = (name: string | undefined): void => {
  useEffect(() => {
    if (name !== undefined) document.title = `${name}: API reference`;
  }, [name]);
};

const Bar = ({ info }: { readonly info: OpenApi['info'] | undefined }): ReactElement => (
  <header className="bar">
    <h1>
      <img src={`${apiBase}/docs/icon.svg`} alt="" width="28" height="28" />
      API reference
    </h1>
    <span className="hint">{info && `${info.title} ${info.version}`}</span>
    <a href={`${apiBase}/openapi.json`}>openapi.json</a>
  </header>
);

/** Renders the reference once the access of the reader is known, if the API takes credentials. */
const Loaded = ({ document }: { readonly document: OpenApi }): ReactElement => {
  const [token, setToken] = useState('');
  const hasToken = takesToken(document);
  const access = useAccess(hasToken ? token : undefined);
  return hasToken && access === undefined ? (
    <Loading />
  ) : (
    <Reference document={document} access={access} token={token} onToken={setToken} />
  );
};

/** Renders the page. */
export const App = (): ReactElement => {
  const { document, failure } = useDocument();
  useTitle(document?.info.title);
  return (
    <>
      <Bar info={document?.info} />
      <main>
        {document && <Loaded document={document} />}
        {!document && failure === undefined && <Loading />}
        {failure !== undefined && (
          <p role="alert" className="notice error">
            The reference can’t be loaded: {failure}
          </p>
        )}
      </main>
    </>
  );
};
