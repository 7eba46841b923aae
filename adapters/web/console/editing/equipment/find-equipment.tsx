// Finds equipment in the network of the host, and adds what answers.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButton } from '../../ui/dialog-button.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { TextField } from '../../ui/text-field.js';
import { usePress } from '../../ui/use-press.js';
import type { FoundConnection, Search as SearchResult } from '../../../../../application/connections/discovery.js';
import { useAsk } from '../ask.js';
import { useStudioForm } from '../form-context.js';
import { freeId } from '../new-record.js';
import { listOf } from '../schema.js';

const Found = ({ found, onAdd }: { readonly found: FoundConnection; readonly onAdd: () => void }): ReactElement => {
  const { protocol, host, port, description, notes, announcedAs } = found;
  return (
    <li className="version">
      <div className="version-head">
        <div>
          <strong>{announcedAs ?? description}</strong>{' '}
          <span className="hint">{`${description} · ${protocol} · ${host}:${String(port)}`}</span>
        </div>
        <Button onPress={onAdd}>{t`Add ${protocol} at ${host}`}</Button>
      </div>
      {notes.map((note) => (
        <p key={note} className="hint">
          {note}
        </p>
      ))}
    </li>
  );
};

interface ResultProps {
  readonly result: SearchResult;
  readonly onAdd: (found: FoundConnection) => void;
}

const Result = ({ result, onAdd }: ResultProps): ReactElement => (
  <>
    {result.found.length === 0 && (
      <p role="status">
        <Trans>Nothing has answered.</Trans>
      </p>
    )}
    <ul className="versions">
      {result.found.map((found) => (
        <Found
          key={`${found.protocol} ${found.host} ${String(found.port)}`}
          found={found}
          onAdd={() => {
            onAdd(found);
          }}
        />
      ))}
    </ul>
    {result.problems.map((problem) => (
      <p key={problem} className="hint">
        {problem}
      </p>
    ))}
  </>
);

const FindDialog = ({ onClose }: { readonly onClose: () => void }): ReactElement => {
  const ask = useAsk();
  const { draft, studio } = useStudioForm();
  const [host, setHost] = useState('');
  const [result, setResult] = useState<SearchResult>();
  const { isPending, failure, press } = usePress(async () => {
    setResult(undefined);
    setResult(await ask<SearchResult>({ ask: 'find', ...(host !== '' && { host }) }));
  });
  const add = ({ protocol, host: at, port, settings }: FoundConnection): void => {
    const connections = listOf(studio, 'connections');
    const id = freeId(protocol, connections);
    draft.set('connections', [...connections, { id, protocol, host: at, port, ...settings }]);
  };
  return (
    <Dialog title={t`Find equipment`} onClose={onClose} isWide>
      <p className="hint">
        <Trans>
          It asks what announces itself in the network of the host, and what listens at an address. It changes nothing
          there.
        </Trans>
      </p>
      <TextField label={t`Address (optional)`} value={host} onChange={setHost} autoComplete="off" autoFocus />
      <FailureNotice failure={failure} />
      {result !== undefined && <Result result={result} onAdd={add} />}
      <div className="actions">
        <Button onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
        <Button look="primary" isPending={isPending} onPress={press}>
          {isPending ? t`Searching…` : t`Search`}
        </Button>
      </div>
    </Dialog>
  );
};

/** Renders the button, and the dialog after a press. */
export const FindEquipmentButton = (): ReactElement => (
  <DialogButton icon={<Search size={16} aria-hidden />} dialog={(close) => <FindDialog onClose={close} />}>
    <Trans>Find equipment</Trans>
  </DialogButton>
);
