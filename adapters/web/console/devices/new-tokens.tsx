// Dialog that offers the tokens of several new devices, once.
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Check, Download } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { download } from '../ui/download.js';
import { Notice } from '../ui/notice.js';
import { tokensToCsv } from './device-records.js';
import type { DeviceWithToken } from './queries.js';

interface NewTokensProps {
  readonly studioId: string;
  readonly added: readonly DeviceWithToken[];
  readonly onClose: () => void;
}

/** Renders the dialog, which only its button closes. */
export const NewTokens = ({ studioId, added, onClose }: NewTokensProps): ReactElement => {
  const [isSaved, setSaved] = useState(false);
  const save = (): void => {
    const tokens = added.map(({ device: { name }, token }) => ({ name, token }));
    download(`${studioId}-tokens`, 'csv', tokensToCsv(tokens));
    setSaved(true);
  };
  return (
    <Dialog title={t`${plural(added.length, { one: '# device', other: '# devices' })} added`}>
      <Notice kind="warn">
        <Trans>
          The tokens are available only now: only their hashes are stored. Download them before you close this dialog.
        </Trans>
      </Notice>
      <p>
        <Trans>
          Each device needs its own token. Keep the file secret, and delete it when all devices have theirs.
        </Trans>
      </p>
      <div className="actions">
        <Button
          look={isSaved ? 'plain' : 'primary'}
          icon={isSaved ? <Check size={16} aria-hidden /> : <Download size={16} aria-hidden />}
          onPress={save}
          autoFocus
        >
          <Trans>Download tokens</Trans>
        </Button>
        <Button onPress={onClose}>{isSaved ? t`Done` : t`Close without saving`}</Button>
      </div>
    </Dialog>
  );
};
