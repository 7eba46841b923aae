// Dialog that shows a new studio key, the command that connects the studio's service, and whether it is connected.
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

/** Selects the text of an element. */
const selectText = (element: HTMLElement | null): void => {
  if (element !== null) window.getSelection()?.selectAllChildren(element);
};

/** Renders the command with the key in it, and a copy button. */
const Command = ({ studioKey }: Pick<StudioKeyProps, 'studioKey'>): ReactElement => {
  const text = useRef<HTMLPreElement>(null);
  const command = connectCommand(window.location.origin, studioKey);
  return (
    <div className="command">
      <pre ref={text} tabIndex={0} role="group" aria-label="Command">
        {command}
      </pre>
      <div>
        <CopyButton
          text={command}
          select={() => {
            selectText(text.current);
          }}
          autoFocus
        />
      </div>
    </div>
  );
};

const KeyAlone = ({ studioKey }: Pick<StudioKeyProps, 'studioKey'>): ReactElement => (
  <details>
    <summary>Without the package</summary>
    <div className="prose">
      <p>
        Set <code>CONSOLE_URL</code> to <code>{window.location.origin}</code> and <code>STUDIO_KEY</code> to this key,
        and restart the service:
      </p>
      <input className="input" readOnly value={studioKey} aria-label="Studio key" />
    </div>
  </details>
);

export const StudioKeyDialog = ({ studioId, name, studioKey, onClose }: StudioKeyProps): ReactElement => (
  <Dialog title={`Connect ${name}`}>
    <Notice kind="warn">The key is shown only now. Only its hash is stored.</Notice>
    <p>Run this command on the studio’s host. The id in its studio file must be {studioId}.</p>
    <Command studioKey={studioKey} />
    <KeyAlone studioKey={studioKey} />
    <ConnectionProgress studioId={studioId} />
    <div className="actions">
      <Button onPress={onClose}>Done</Button>
    </div>
  </Dialog>
);
