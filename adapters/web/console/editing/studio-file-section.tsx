// The section with the studio file of a studio, which its service shows and changes if its host allows that.
import { t } from '@lingui/core/macro';
import { useState, type ReactElement } from 'react';
import type { EditingRequest } from '../../../../application/editing/requests.js';
import { read } from '../api/client.js';
import { alsoKeep } from '../api/drafts.js';
import type { StudioOverview } from '../api/contract.js';
import { Notice } from '../ui/notice.js';
import type { AskStudio } from './ask.js';
import { StudioDraft } from './studio-draft.js';
import { StudioEditor } from './studio-editor.js';

const reasonOf = ({ connected, editing }: StudioOverview): string | undefined => {
  if (!connected) return t`The service isn’t connected. The studio file is read and changed over its connection.`;
  if (editing === null)
    return t`The service is of an earlier version, which offers no editing. Its studio file is edited at its host.`;
  return editing
    ? undefined
    : t`The host of this studio doesn’t allow editing here. Set STUDIO_EDITING=on there to allow it.`;
};

/** The drafts of this page by studio: a change that isn't saved survives a look at another section. */
const drafts = new Map<string, StudioDraft>();

alsoKeep({
  any: () => [...drafts.values()].some((draft) => draft.state().isChanged),
  drop: (id) => void drafts.delete(id),
  clear: () => {
    drafts.clear();
  },
});

const draftOf = (id: string): StudioDraft => {
  const ask: AskStudio = async <A,>(request: EditingRequest) =>
    (await read('studio.edit', { params: { id }, body: request })) as A;
  const draft = drafts.get(id) ?? new StudioDraft(ask);
  drafts.set(id, draft);
  return draft;
};

/** Renders the section. What is edited stays while the connection is interrupted. */
export const StudioFileSection = ({ studio }: { readonly studio: StudioOverview }): ReactElement => {
  const reason = reasonOf(studio);
  const [isOpen, setOpen] = useState(reason === undefined);
  if (reason === undefined && !isOpen) setOpen(true);
  return (
    <>
      {reason !== undefined && <Notice kind="info">{reason}</Notice>}
      {isOpen && <StudioEditor draft={draftOf(studio.id)} />}
    </>
  );
};
