// A secret in the one moment in which it is shown.
import { Check, Copy } from 'lucide-react';
import { useRef, useState, type ReactElement, type ReactNode } from 'react';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { Notice } from './notice.js';

/** Browsers give pages on plain http no clipboard; what is selected can be copied there all the same. */
const copy = async (input: HTMLInputElement): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    input.select();
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way there
    return document.execCommand('copy');
  }
};

/** A secret with a button that copies it. */
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
      <span role="status" className="hint copying">
        {copied === false && 'The browser doesn’t let the page copy: select the text and copy it yourself.'}
      </span>
    </div>
  );
};

interface ShownOnceProps {
  readonly title: string;
  readonly label: string;
  readonly secret: string;
  /** What it is for. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Shows a secret this once; it goes away only when the operator says so. */
export const ShownOnce = ({ title, label, secret, children, onClose }: ShownOnceProps): ReactElement => (
  <Dialog title={title}>
    <Notice kind="warn">
      This is the only time it is shown. Nobody can read it again, here or elsewhere: only its hash is kept.
    </Notice>
    <CopyField label={label} secret={secret} />
    <div className="prose">{children}</div>
    <div className="actions">
      <Button onPress={onClose}>I have kept it</Button>
    </div>
  </Dialog>
);
