// The console page: its routes, and the sign-in page when no operator is signed in.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactElement } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { hasSessionEnded } from './api/connection-status.js';
import type { SessionOperator } from './api/contract.js';
import { followChanges } from './api/change-feed.js';
import { useStore } from './api/store.js';
import { StartPage } from './first-steps/offer.js';
import { PageFrame } from './frame/page-frame.js';
import { NotFoundPage } from './frame/not-found-page.js';
import { SignInAgain } from './session/sign-in-again.js';
import { InvitationPage, useInvitation } from './session/invitation-page.js';
import { SignInPage } from './session/sign-in-page.js';
import { keepSessionWhileActive, useSession } from './session/session.js';
import { ErrorBoundary } from './ui/error-boundary.js';
import { keepFocus } from './ui/focus.js';
import { lazyView } from './ui/lazy-view.js';
import { Loaded } from './ui/loaded.js';

const AccountPage = lazyView(async () => (await import('./account/account-page.js')).AccountPage);
const FirstPasswordPage = lazyView(async () => (await import('./account/first-password-page.js')).FirstPasswordPage);
const EnrolPage = lazyView(async () => (await import('./second-factor/enrol-page.js')).EnrolPage);
const FirstStepsPage = lazyView(async () => (await import('./first-steps/first-steps-page.js')).FirstStepsPage);
const OperatorsPage = lazyView(async () => (await import('./operators/operators-page.js')).OperatorsPage);
const RemovedStudiosPage = lazyView(
  async () => (await import('./removed-studios/removed-studios-page.js')).RemovedStudiosPage,
);
const RemovedStudioPage = lazyView(
  async () => (await import('./removed-studios/removed-studios-page.js')).RemovedStudioPage,
);
const StudioPage = lazyView(async () => (await import('./studio/studio-page.js')).StudioPage);
const StudiosPage = lazyView(async () => (await import('./studios/studios-page.js')).StudiosPage);

const Views = (): ReactElement => (
  <Switch>
    <Route path="/">
      <StartPage />
    </Route>
    <Route path="/studios">
      <StudiosPage />
    </Route>
    <Route path="/studios/:id">{({ id }) => <Redirect to={`/studios/${id}/live`} replace />}</Route>
    <Route path="/studios/:id/:section">{({ id, section }) => <StudioPage key={id} id={id} section={section} />}</Route>
    <Route path="/removed-studios">
      <RemovedStudiosPage />
    </Route>
    <Route path="/removed-studios/:id">{({ id }) => <RemovedStudioPage key={id} id={id} />}</Route>
    <Route path="/operators">
      <OperatorsPage />
    </Route>
    <Route path="/first-steps">
      <FirstStepsPage />
    </Route>
    <Route path="/account">
      <AccountPage />
    </Route>
    <Route>
      <NotFoundPage />
    </Route>
  </Switch>
);

const SignedIn = ({ operator }: { readonly operator: SessionOperator }): ReactElement => {
  const client = useQueryClient();
  const hasEnded = useStore(hasSessionEnded);
  const [path] = useLocation();
  useEffect(() => (hasEnded ? undefined : followChanges(client)), [client, hasEnded]);
  useEffect(() => (hasEnded ? undefined : keepSessionWhileActive(client)), [client, hasEnded]);
  return (
    <PageFrame operator={operator}>
      <ErrorBoundary shown={path} isView>
        <Views />
      </ErrorBoundary>
      {hasEnded && <SignInAgain operator={operator} />}
    </PageFrame>
  );
};

const Page = ({ operator }: { readonly operator: SessionOperator | null }): ReactElement => {
  if (operator === null) return <SignInPage />;
  if (operator.mustChangePassword) return <FirstPasswordPage />;
  return operator.secondFactor === 'missing' ? <EnrolPage /> : <SignedIn key={operator.username} operator={operator} />;
};

/** The whole page. */
export const App = (): ReactElement => {
  useEffect(keepFocus, []);
  const invitation = useInvitation();
  const session = useSession();
  if (invitation !== undefined) return <InvitationPage key={invitation} token={invitation} />;
  return <Loaded query={session}>{(operator) => <Page operator={operator} />}</Loaded>;
};
