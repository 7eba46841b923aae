// A dialog that shows a new secret once.
import { Trans } from '@lingui/react/macro';
import { useRef, type ReactElement, type ReactNode } from 'react';
import { Button } from './button.js';
import { CopyButton } from './copy-button.js';
import { Dialog } from './dialog.js';
import { Notice } from './notice.js';

/** Renders a secret with a copy button. */
export const CopyField = ({ label, secret }: { readonly label: string; readonly secret: string }): ReactElement => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="secret">
      <input ref={input} className="input" readOnly value={secret} aria-label={label} size={secret.length} />
      <CopyButton text={secret} select={() => input.current?.select()} autoFocus />
    </div>
  );
};

interface SecretDialogProps {
  readonly title: string;
  readonly label: string;
  readonly secret: string;
  /** Shown beside the secret. */
  readonly picture?: ReactNode;
  readonly isWide?: boolean;
  /** How to use the secret. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Shows a secret until the operator confirms that it is saved. */
export const SecretDialog = ({
  title,
  label,
  secret,
  picture,
  isWide = false,
  children,
  onClose,
}: SecretDialogProps): ReactElement => (
  <Dialog title={title} isWide={isWide}>
    <Notice kind="warn">
      <Trans>This is the only time it is shown. Copy it now.</Trans>
    </Notice>
    <div className="secret-and-picture">
      <CopyField label={label} secret={secret} />
      {picture}
    </div>
    {children}
    <div className="actions">
      <Button onPress={onClose}>
        <Trans>I have saved it</Trans>
      </Button>
    </div>
  </Dialog>
);
