// Dialog that shows a new studio key, the command that asks for it on the studio's host, and whether the service is connected.
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
    <summary>Without the package</summary>
    <div className="prose">
      <p>
        Write the key to a file that only the service may read, set <code>STUDIO_KEY_FILE</code> to its path and{' '}
        <code>CONSOLE_URL</code> to <code>{window.location.origin}</code>, and restart the service.
      </p>
    </div>
  </details>
);

export const StudioKeyDialog = ({ studioId, name, studioKey, onClose }: StudioKeyProps): ReactElement => (
  <Dialog title={`Connect ${name}`}>
    <Notice kind="warn">The key is shown only now. Only its hash is stored.</Notice>
    <p>Run this command on the studio’s host. The id in its studio file must be {studioId}.</p>
    <Copied label="Command" text={connectCommand(window.location.origin)} autoFocus />
    <p>Paste the key when the command asks for it. The shell doesn’t show it, and doesn’t keep it in its history.</p>
    <Copied label="Studio key" text={studioKey} name="Copy the key" />
    <WithoutPackage />
    <ConnectionProgress studioId={studioId} />
    <div className="actions">
      <Button onPress={onClose}>Done</Button>
    </div>
  </Dialog>
);
