// A route and a group of routes. They open on request; what is closed isn't rendered.
import { useState, type ReactElement } from 'react';
import { Prose } from './prose.js';
import { AnswerList } from './reply-view.js';
import { RouteForm } from './route-form.js';
import type { Route, RouteGroup } from './routes.js';
import type { Studio } from './studio.js';

interface RouteViewProps {
  readonly route: Route;
  readonly access: Studio;
  readonly isOpenAtFirst: boolean;
}

const RouteView = ({ route, access, isOpenAtFirst }: RouteViewProps): ReactElement => {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <details
      id={route.id}
      className="route"
      open={isOpen}
      onToggle={({ currentTarget, target }) => {
        if (target === currentTarget) setOpen(currentTarget.open);
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
  readonly access: Studio;
  /** The id of the route in the page's address. */
  readonly linked: string;
  readonly isSearching: boolean;
}

/** Renders a group. It is open while a search has found its routes. */
export const GroupView = ({ group, access, linked, isSearching }: GroupViewProps): ReactElement => {
  const [isOpen, setOpen] = useState(group.routes.some(({ id }) => id === linked));
  return (
    <details
      className="group"
      open={isOpen || isSearching}
      onToggle={({ currentTarget, target }) => {
        if (target === currentTarget && !isSearching) setOpen(currentTarget.open);
      }}
    >
      <summary>
        <h2>{group.name}</h2>
        <span>{group.description}</span>
        <span className="hint">{group.routes.length}</span>
      </summary>
      {(isOpen || isSearching) &&
        group.routes.map((route) => (
          <RouteView key={route.id} route={route} access={access} isOpenAtFirst={route.id === linked} />
        ))}
    </details>
  );
};
