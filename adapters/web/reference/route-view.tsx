// A route and a group of routes. They open on request; what is closed isn't rendered.
import { useState, type ReactElement } from 'react';
import { Prose } from './prose.js';
import { AnswerList } from './reply-view.js';
import { RouteForm } from './route-form.js';
import type { Route, RouteGroup } from './routes.js';
import type { ApiAccess } from './studio.js';

interface RouteViewProps {
  readonly route: Route;
  readonly access: ApiAccess;
  readonly isOpenAtFirst: boolean;
  readonly isHidden: boolean;
  readonly onOpen: () => void;
}

const RouteView = ({ route, access, isOpenAtFirst, isHidden, onOpen }: RouteViewProps): ReactElement => {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details
      id={route.id}
      className="route"
      hidden={isHidden}
      open={isOpen}
      onToggle={({ currentTarget, target }) => {
        if (target !== currentTarget) return;
        setOpen(currentTarget.open);
        if (currentTarget.open) onOpen();
      }}
    >
      <summary>
        <h3>{route.title}</h3>
        <span className={route.isAction ? 'kind action' : 'kind'}>{route.isAction ? 'Action' : 'Read'}</span>
        <code data-path={route.path}>{route.path}</code>
      </summary>
      {isOpen && (
        <div className="route-body">
          <Prose text={route.description} />
          <RouteForm route={route} access={access} />
          <AnswerList answers={route.answers} />
        </div>
      )}
    </details>
  );
};

interface GroupViewProps {
  readonly group: RouteGroup;
  readonly access: ApiAccess;
  /** The id of the route in the page's address. */
  readonly linked: string;
  /** The routes that the search has found; all of them without a search. */
  readonly found: ReadonlySet<Route>;
  readonly isSearching: boolean;
}

/**
 * Renders a group. It is open while a search has found some of its routes. What a search doesn't find is hidden and stays
 * rendered, so that forms keep what is filled in.
 */
export const GroupView = ({ group, access, linked, found, isSearching }: GroupViewProps): ReactElement => {
  const [isOpen, setOpen] = useState(group.routes.some(({ id }) => id === linked));
  const count = group.routes.filter((route) => found.has(route)).length;
  return (
    <details
      className="group"
      hidden={count === 0}
      open={isOpen || isSearching}
      onToggle={({ currentTarget, target }) => {
        if (target === currentTarget && !isSearching) setOpen(currentTarget.open);
      }}
    >
      <summary>
        <h2>{group.name}</h2>
        <span>{group.description}</span>
        <span className="hint">{count}</span>
      </summary>
      {(isOpen || isSearching) &&
        group.routes.map((route) => (
          <RouteView
            key={route.id}
            route={route}
            access={access}
            isOpenAtFirst={route.id === linked}
            isHidden={!found.has(route)}
            // A route that was opened in a search stays after it.
            onOpen={() => {
              setOpen(true);
            }}
          />
        ))}
    </details>
  );
};
