// Entry point of the page that edits the studio file at its host.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { StrictMode, type ReactElement } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { locale } from '../messages/i18n.js';
import type { AskStudio } from '../console/editing/ask.js';
import { StudioDraft } from '../console/editing/studio-draft.js';
import { StudioEditor } from '../console/editing/studio-editor.js';
import { Brand } from '../console/ui/brand.js';
import { contentId } from '../console/ui/page-title.js';
import '../console/style/base.css';
import '../console/style/controls.css';
import '../console/style/layout.css';
import '../console/style/sections.css';
import '../console/style/editing.css';

interface Refusal {
  readonly message?: string;
}

const unreachable = (): never => {
  throw new Error(t`the service can’t be reached. Nothing was changed, and your input is kept`);
};

const ask: AskStudio = async <A,>(request: object): Promise<A> => {
  const sent = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(request) };
  const response = await fetch('/api/studio-file', sent).catch(unreachable);
  const answer = (await response.json()) as A & Refusal;
  if (!response.ok) throw new Error(answer.message ?? t`the service answered ${String(response.status)}`);
  return answer;
};

const draft = new StudioDraft(ask);

// Makes the browser ask before it closes a page with a change that isn't saved.
window.addEventListener('beforeunload', (event) => {
  if (draft.state().isChanged) event.preventDefault();
});

document.title = `${t`Studio file`} · Studio Control`;

const Page = (): ReactElement => (
  <>
    <a className="skip" href={`#${contentId}`}>
      <Trans>Skip to content</Trans>
    </a>
    <header className="bar">
      <span className="home">
        <Brand />
      </span>
    </header>
    <main className="view" id={contentId} tabIndex={-1}>
      <h1>
        <Trans>The studio file</Trans>
      </h1>
      <StudioEditor draft={draft} />
    </main>
  </>
);

const root = document.getElementById('page');
if (root)
  createRoot(root).render(
    <StrictMode>
      <I18nProvider locale={locale}>
        <Page />
      </I18nProvider>
    </StrictMode>,
  );
