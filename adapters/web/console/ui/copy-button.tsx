// A button that copies a text.
import { t } from '@lingui/core/macro';
import { Check, Copy } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Button } from './button.js';

interface CopyButtonProps {
  readonly text: string;
  /** Selects the text on the page. Pages on plain HTTP have no clipboard API, so they copy the selection instead. */
  readonly select: () => void;
  readonly autoFocus?: boolean;
  /** What is copied, for screen readers; needed where there are several buttons. */
  readonly name?: string;
  readonly look?: 'primary' | 'quiet';
}

const copy = async ({ text, select }: CopyButtonProps): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    select();
    // oxlint-disable-next-line typescript/no-deprecated -- the only way on plain HTTP
    return document.execCommand('copy');
  }
};

/** Renders the button, and reports when the browser refuses to copy. */
export const CopyButton = (props: CopyButtonProps): ReactElement => {
  const [last, setLast] = useState<{ readonly text: string; readonly isCopied: boolean }>();
  // A text that has changed since is not copied yet.
  const copied = last?.text === props.text ? last.isCopied : undefined;
  const run = async (): Promise<void> => {
    setLast({ text: props.text, isCopied: await copy(props) });
  };
  return (
    <>
      <Button
        look={props.look ?? 'primary'}
        autoFocus={props.autoFocus === true}
        icon={copied === true ? <Check size={16} /> : <Copy size={16} />}
        {...(props.name !== undefined && {
          'aria-label': copied === true ? t`Copied ${props.name}` : t`Copy ${props.name}`,
        })}
        onPress={() => void run()}
      >
        {copied === true ? t`Copied` : t`Copy`}
      </Button>
      <span role="status" className="hint copy-status">
        {copied === false && t`The browser blocked copying. Select the text and copy it.`}
      </span>
    </>
  );
};
