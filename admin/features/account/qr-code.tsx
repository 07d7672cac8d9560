import { Box } from '@chakra-ui/react';
import { encode } from 'uqr';

/** A QR code; dark on light in every color mode, so that cameras can read it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <Box bg="white" p="2" rounded="l2" borderWidth="1px" width="fit-content">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        width="184"
        height="184"
        role="img"
        aria-label={label}
        shapeRendering="crispEdges"
      >
        <path d={squares.join('')} fill="#000" />
      </svg>
    </Box>
  );
}
