// Dialog that shows a new studio key, the command that asks for it on the studio's host, and whether the service is connected.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, type ReactElement } from 'react';
import { Button } from '../ui/button.js';
import { CopyButton } from '../ui/copy-button.js';
import { Dialog } from '../ui/dialog.js';
import { Notice } from '../ui/notice.js';
import { connectCommand } from './connect-command.js';
import { ConnectionProgress } from './connection-progress.js';

interface StudioKeyProps {
  readonly studioId: string;
  readonly name: string;
  readonly studioKey: string;
  readonly onClose: () => void;
}

interface CopiedProps {
  readonly label: string;
  readonly text: string;
  /** The name of the copy button. */
  readonly name?: string;
  readonly autoFocus?: boolean;
}

/** Selects the text of an element. */
const selectText = (element: HTMLElement | null): void => {
  if (element !== null) window.getSelection()?.selectAllChildren(element);
};

/** Renders a text with a copy button. */
const Copied = ({ label, text, name, autoFocus = false }: CopiedProps): ReactElement => {
  const shown = useRef<HTMLPreElement>(null);
  return (
    <div className="command">
      <pre ref={shown} tabIndex={0} role="group" aria-label={label}>
        {text}
      </pre>
      <div>
        <CopyButton
          text={text}
          select={() => {
            selectText(shown.current);
          }}
          autoFocus={autoFocus}
          {...(name === undefined ? {} : { name })}
        />
      </div>
    </div>
  );
};

const WithoutPackage = (): ReactElement => (
  <details>
    <summary>
      <Trans>Without the package</Trans>
    </summary>
    <div className="prose">
      <p>
        <Trans>
          Write the key to a file that only the service may read, set <code>STUDIO_KEY_FILE</code> to its path and{' '}
          <code>CONSOLE_URL</code> to <code>{window.location.origin}</code>, and restart the service.
        </Trans>
      </p>
    </div>
  </details>
);

export const StudioKeyDialog = ({ studioId, name, studioKey, onClose }: StudioKeyProps): ReactElement => (
  <Dialog title={t`Connect ${name}`}>
    <Notice kind="warn">
      <Trans>The key is shown only now. Only its hash is stored.</Trans>
    </Notice>
    <p>
      <Trans>Run this command on the studio’s host. The id in its studio file must be {studioId}.</Trans>
    </p>
    <Copied label={t`Command`} text={connectCommand(window.location.origin)} autoFocus />
    <p>
      <Trans>
        Paste the key when the command asks for it. The shell doesn’t show it, and doesn’t keep it in its history.
      </Trans>
    </p>
    <Copied label={t`Studio key`} text={studioKey} name={t`Studio key`} />
    <WithoutPackage />
    <ConnectionProgress studioId={studioId} />
    <div className="actions">
      <Button onPress={onClose}>
        <Trans>Done</Trans>
      </Button>
    </div>
  </Dialog>
);
