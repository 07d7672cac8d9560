import { Box, Button, chakra, Flex, Heading, IconButton, Text } from '@chakra-ui/react';
import { counted } from '@frontage/model/dates';
import { capitalized, kindOf, kinds } from '@frontage/model/kinds/kinds';
import { adminPaths } from '@frontage/model/paths';
import { ChevronLeft, ChevronRight } from '#icons';
import { useState } from 'react';
import { clockText } from '../../editing/publish/local-time.ts';
import { useMedia } from '../../ui/browser.ts';
import { TextLink } from '../../ui/links.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Badge, Note } from '../../ui/note.tsx';
import { FailureState } from '../../ui/states.tsx';
import { type CalendarEntry, mostEntries, useCalendar } from './calendar.queries.ts';
import { addMonths, currentDay, dayOf, dayText, firstDayOfWeek, monthRange, readMonth, weeksOf } from './calendar.ts';
import { ScheduledName } from './schedule-parts.tsx';

export interface ScheduleCalendarProps {
  /** The month in the address, such as `2026-11`; empty for the current one. */
  month: string;
  onMonth: (month: string) => void;
}

const states = {
  waiting: { label: 'Scheduled', tone: 'waiting' },
  failed: { label: 'Failed', tone: 'bad' },
  done: { label: 'Done', tone: 'good' },
} as const;

/** The launches and schedules of a month: a table of weeks, on narrow screens a list of the days that have any. */
export default function ScheduleCalendar({ month: text, onMonth }: ScheduleCalendarProps) {
  const month = readMonth(text);
  const { data, isError, error, refetch } = useCalendar(month);
  const isWide = useMedia('(min-width: 64em)');
  const [openDay, setOpenDay] = useState<string | null>(null);
  const isLoaded = data?.month === month;
  const entries = isLoaded ? data.entries : [];
  const days = Map.groupBy(entries, ({ at }) => dayOf(at));
  const title = monthRange(month).start.toLocaleDateString([], { month: 'long', year: 'numeric' });
  const status = isLoaded
    ? entries.length === 0
      ? `Nothing is scheduled in ${title}.`
      : counted(entries.length, 'entry', 'entries')
    : '';
  return (
    <>
      <Flex gap="2" align="center" wrap="wrap" mb="4">
        <Step label="Previous month" icon={<ChevronLeft />} onPress={() => onMonth(addMonths(month, -1))} />
        <Step label="Next month" icon={<ChevronRight />} onPress={() => onMonth(addMonths(month, 1))} />
        <Button size="sm" variant="outline" colorPalette="gray" onClick={() => onMonth('')}>
          Today
        </Button>
        <Heading as="h2" size="lg" fontWeight="semibold" ms="2" aria-live="polite">
          {title}
        </Heading>
        <Text role="status" textStyle="sm" color="fg.muted">
          {status || (!isError && 'Loading…')}
        </Text>
      </Flex>
      {isError && !isLoaded && <FailureState error={error} onRetry={() => void refetch()} />}
      {isLoaded && data.isCut && (
        <Box mb="4">
          <Note kind="info">{`The first ${String(mostEntries)} entries of each kind are shown.`}</Note>
        </Box>
      )}
      {isWide ? (
        <Weeks month={month} title={title} days={days} today={currentDay()} onOpen={setOpenDay} />
      ) : (
        [...days].map(([day, list]) => (
          <Box key={day} mb="5">
            <Heading as="h3" textStyle="sm" fontWeight="semibold" mb="2">
              {dayText(day)}
            </Heading>
            <Entries entries={list} isRoomy />
          </Box>
        ))
      )}
      {openDay !== null && (
        <Modal isOpen onClose={() => setOpenDay(null)} title={dayText(openDay)}>
          <Entries entries={days.get(openDay) ?? []} isRoomy />
        </Modal>
      )}
    </>
  );
}

function Step({ label, icon, onPress }: { label: string; icon: React.ReactNode; onPress: () => void }) {
  return (
    <IconButton aria-label={label} size="sm" variant="outline" colorPalette="gray" onClick={onPress}>
      {icon}
    </IconButton>
  );
}

interface WeeksProps {
  month: string;
  title: string;
  days: ReadonlyMap<string, CalendarEntry[]>;
  today: string;
  onOpen: (day: string) => void;
}

// A day with more entries shows two and opens the others.
const mostPerDay = 3;

function Weeks({ month, title, days, today, onOpen }: WeeksProps) {
  const firstDay = firstDayOfWeek();
  // The first of February 2026 is a Sunday.
  const weekdays = Array.from({ length: 7 }, (_, index) => new Date(2026, 1, 1 + firstDay + index));
  return (
    <Box borderWidth="1px" rounded="l3" bg="bg.panel" overflow="hidden">
      <chakra.table aria-label={title} width="full" tableLayout="fixed">
        <thead>
          <tr>
            {weekdays.map((date) => (
              <chakra.th
                key={date.getDay()}
                scope="col"
                abbr={date.toLocaleDateString([], { weekday: 'long' })}
                textStyle="xs"
                color="fg.muted"
                textAlign="start"
                px="2"
                py="2"
              >
                {date.toLocaleDateString([], { weekday: 'short' })}
              </chakra.th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, firstDay).map((week, index) => (
            <tr key={index}>
              {week.map((day, weekday) => (
                <chakra.td
                  key={weekday}
                  height="7rem"
                  verticalAlign="top"
                  p="1.5"
                  borderTopWidth="1px"
                  borderStartWidth={weekday === 0 ? '0' : '1px'}
                  {...(day === null && { bg: 'bg.muted' })}
                  {...(day === today && { 'aria-current': 'date', boxShadow: 'inset 0 0 0 2px {colors.ink.solid}' })}
                >
                  {day !== null && <Day day={day} entries={days.get(day) ?? []} onOpen={() => onOpen(day)} />}
                </chakra.td>
              ))}
            </tr>
          ))}
        </tbody>
      </chakra.table>
    </Box>
  );
}

/** A day of the table: its number and its first entries. */
function Day({ day, entries, onOpen }: { day: string; entries: readonly CalendarEntry[]; onOpen: () => void }) {
  const shown = entries.length > mostPerDay ? entries.slice(0, mostPerDay - 1) : entries;
  return (
    <>
      <Text textStyle="xs" color="fg.muted" px="1" mb="1">
        <span aria-hidden>{Number(day.slice(8))}</span>
        <chakra.span srOnly>{dayText(day)}</chakra.span>
      </Text>
      <Entries entries={shown} />
      {entries.length > shown.length && (
        <Button size="xs" variant="ghost" colorPalette="gray" mt="1" onClick={onOpen}>
          {`+${String(entries.length - shown.length)} more`}
          <chakra.span srOnly>{` on ${dayText(day)}`}</chakra.span>
        </Button>
      )}
    </>
  );
}

/** Entries with time, state, name and action; with room, also why one failed. */
function Entries({ entries, isRoomy = false }: { entries: readonly CalendarEntry[]; isRoomy?: boolean }) {
  return (
    <Flex as="ul" listStyleType="none" direction="column" gap={isRoomy ? '2' : '1'} textStyle={isRoomy ? 'sm' : 'xs'}>
      {entries.map(({ key, at, state, collection, id, action, name, reason }) => {
        const kind = kindOf(collection);
        const noun = kind === null ? 'Settings' : capitalized(kinds[kind].nouns.one);
        return (
          <Box as="li" key={key} bg="bg.subtle" rounded="l1" px="2" py={isRoomy ? '2' : '1'} overflowWrap="anywhere">
            <Flex gap="1" justify="space-between" wrap="wrap" align="center">
              {clockText(new Date(at))}
              <Badge tone={states[state].tone}>{states[state].label}</Badge>
            </Flex>
            <Box fontWeight="medium" {...(!isRoomy && { lineClamp: 2 })}>
              {name === undefined ? (
                <ScheduledName collection={collection} id={id} />
              ) : (
                <TextLink to={adminPaths.launch(id)}>{name}</TextLink>
              )}
            </Box>
            <Text color="fg.muted">{name === undefined ? `${action} · ${noun}` : action}</Text>
            {isRoomy && reason && <Text color="fg.error">{reason}</Text>}
          </Box>
        );
      })}
    </Flex>
  );
}
