// A QR code, drawn as one path: the content security policy permits no inline style and no data: URL.
import qrcode from 'qrcode-generator';
import type { ReactElement } from 'react';

/** Modules of blank space around the code, which readers need. */
const margin = 4;

/** Pixels of a module. A whole number keeps all modules alike. */
const moduleSize = 4;

/** Returns a path of one square for every dark module. */
const pathOf = (text: string): { readonly size: number; readonly path: string } => {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const size = code.getModuleCount();
  const at = Array.from({ length: size }, (_, index) => index);
  const squares = at.flatMap((row) =>
    at.filter((column) => code.isDark(row, column)).map((column) => `M${String(column)} ${String(row)}h1v1h-1z`),
  );
  return { size, path: squares.join('') };
};

/** Renders a text as a QR code. `label` is its name for screen readers. */
export const QrCode = ({ text, label }: { readonly text: string; readonly label: string }): ReactElement => {
  const { size, path } = pathOf(text);
  const whole = size + 2 * margin;
  return (
    <svg
      role="img"
      aria-label={label}
      className="qr-code"
      width={whole * moduleSize}
      height={whole * moduleSize}
      viewBox={`${String(-margin)} ${String(-margin)} ${String(whole)} ${String(whole)}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
};
