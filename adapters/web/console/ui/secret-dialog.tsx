// A dialog that shows a new secret once.
import { Check, Copy } from 'lucide-react';
import { useRef, useState, type ReactElement, type ReactNode } from 'react';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { Notice } from './notice.js';

/** Copies the input. Pages on plain HTTP have no clipboard API, so they copy the selection instead. */
const copy = async (input: HTMLInputElement): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    input.select();
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way on plain HTTP
    return document.execCommand('copy');
  }
};

/** Renders a secret with a copy button. */
const CopyField = ({ label, secret }: { readonly label: string; readonly secret: string }): ReactElement => {
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<boolean>();
  const run = async (): Promise<void> => {
    if (input.current) setCopied(await copy(input.current));
  };
  return (
    <div className="secret">
      <input ref={input} className="input" readOnly value={secret} aria-label={label} size={secret.length} />
      <Button
        look="primary"
        autoFocus
        icon={copied === true ? <Check size={16} /> : <Copy size={16} />}
        onPress={() => void run()}
      >
        {copied === true ? 'Copied' : 'Copy'}
      </Button>
      <span role="status" className="hint copy-status">
        {copied === false && 'The browser blocked copying. Select the text and copy it.'}
      </span>
    </div>
  );
};

interface SecretDialogProps {
  readonly title: string;
  readonly label: string;
  readonly secret: string;
  /** How to use the secret. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Shows a secret until the operator confirms that it is saved. */
export const SecretDialog = ({ title, label, secret, children, onClose }: SecretDialogProps): ReactElement => (
  <Dialog title={title}>
    <Notice kind="warn">This is the only time it is shown. Copy it now: only its hash is stored.</Notice>
    <CopyField label={label} secret={secret} />
    <div className="prose">{children}</div>
    <div className="actions">
      <Button onPress={onClose}>I have saved it</Button>
    </div>
  </Dialog>
);
