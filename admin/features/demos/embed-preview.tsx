import { Box, chakra, Center, Flex, Heading, Text } from '@chakra-ui/react';
import { embedLoss, embedProblem, toEmbed } from '@frontage/model/embed';
import { useDebounced } from '../../editing/editor/form-fields.tsx';

/** A preview of the demo's embed, if its kind supports one. */
export function EmbedPreview({ code }: { code: string }) {
  // Debounced, because every change reloads the frame.
  const settled = useDebounced(code.trim(), 500);
  const loss = embedLoss(settled);
  return (
    <Flex as="section" aria-label="Live preview" direction="column" flex="1" minH="18rem">
      <Heading as="h3" textStyle="sm" fontWeight="medium" mb="1.5">
        Live preview
      </Heading>
      <Box
        borderWidth="1px"
        rounded="l2"
        overflow="hidden"
        bg="bg.panel"
        flex="1"
        aspectRatio={{ base: 4 / 3, lg: 'auto' }}
      >
        <PreviewContent code={settled} />
      </Box>
      {loss !== null && (
        <Text textStyle="xs" mt="2" role="status">
          {loss}
        </Text>
      )}
      <Text textStyle="xs" color="fg.muted" mt="2">
        Some websites do not allow embedding. They stay empty here and on your site.
      </Text>
    </Flex>
  );
}

function PreviewContent({ code }: { code: string }) {
  if (code === '') return <Words title="Enter embed code to see preview" />;
  const embed = embedProblem(code) === null ? toEmbed(code) : null;
  if (embed === null) return <Words title="No preview yet" text="The embed code is incomplete or not valid." />;
  if (embed.type === 'script') {
    return <Words title="Script-based embed detected" text="Preview not available in admin panel" />;
  }
  return (
    <chakra.iframe
      key={embed.url}
      src={embed.url}
      title="Preview of the demo"
      // The embed is third-party code beside a staff session: it must not open windows or navigate this tab.
      sandbox="allow-scripts allow-same-origin allow-forms"
      referrerPolicy="no-referrer"
      width="full"
      height="full"
      border="0"
      bg="white"
    />
  );
}

function Words({ title, text }: { title: string; text?: string }) {
  return (
    <Center height="full" flexDirection="column" textAlign="center" p="6" color="fg.muted" role="status">
      <Text fontWeight="medium">{title}</Text>
      {text !== undefined && <Text textStyle="sm">{text}</Text>}
    </Center>
  );
}
