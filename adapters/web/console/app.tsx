// The console's page: who is signed in sees the view of the address, everybody else a way to sign in.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactElement } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { sessionEnded } from './api/conditions.js';
import type { Operator } from './api/contract.js';
import { followChanges } from './api/live.js';
import { useStore } from './api/store.js';
import { AccountPage } from './account/account-page.js';
import { PageFrame } from './frame/frame.js';
import { NotFoundPage } from './frame/not-found-page.js';
import { OperatorsPage } from './operators/operators-page.js';
import { SignInAgain } from './session/sign-in-again.js';
import { SignInPage } from './session/sign-in-page.js';
import { useSession } from './session/session.js';
import { StudioPage } from './studio/studio-page.js';
import { StudiosPage } from './studios/studios-page.js';
import { keepKeyboard } from './ui/keyboard.js';
import { Loaded } from './ui/loaded.js';

const Views = (): ReactElement => (
  <Switch>
    <Route path="/">
      <Redirect to="/studios" replace />
    </Route>
    <Route path="/studios">
      <StudiosPage />
    </Route>
    <Route path="/studios/:id">{({ id }) => <Redirect to={`/studios/${id}/access`} replace />}</Route>
    <Route path="/studios/:id/:section">{({ id, section }) => <StudioPage key={id} id={id} section={section} />}</Route>
    <Route path="/operators">
      <OperatorsPage />
    </Route>
    <Route path="/account">
      <AccountPage />
    </Route>
    <Route>
      <NotFoundPage />
    </Route>
  </Switch>
);

const SignedIn = ({ operator }: { readonly operator: Operator }): ReactElement => {
  const client = useQueryClient();
  const hasEnded = useStore(sessionEnded);
  useEffect(() => (hasEnded ? undefined : followChanges(client)), [client, hasEnded]);
  return (
    <PageFrame operator={operator}>
      <Views />
      {hasEnded && <SignInAgain username={operator.username} />}
    </PageFrame>
  );
};

/** The whole page. */
export const App = (): ReactElement => {
  useEffect(keepKeyboard, []);
  return (
    <Loaded query={useSession()}>{(operator) => (operator ? <SignedIn operator={operator} /> : <SignInPage />)}</Loaded>
  );
};
