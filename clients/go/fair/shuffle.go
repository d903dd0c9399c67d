package fair

import "encoding/binary"

// Shuffle gives the first count of size pieces that a match's seed deals under a label such as "deal/1/1".
//
// Pieces are places in the written order of their set; docs/dealing.md of the server has the definition.
func Shuffle(seed []byte, label string, size, count int) []int {
	pieces := make([]int, size)
	for i := range pieces {
		pieces[i] = i
	}
	source := stream{seed: seed, label: label}
	for i := range count {
		remaining := size - i
		limit := 256 - 256%remaining
		b := source.next()
		for b >= limit {
			b = source.next()
		}
		j := i + b%remaining
		pieces[i], pieces[j] = pieces[j], pieces[i]
	}
	return pieces[:count]
}

// stream is the endless stream of bytes of a label: SHA-256("muggins/1" || seed || label || counter) for each counter.
type stream struct {
	seed    []byte
	label   string
	counter uint32
	block   []byte
}

func (s *stream) next() int {
	if len(s.block) == 0 {
		s.block = hash([]byte("muggins/1"), s.seed, []byte(s.label), binary.BigEndian.AppendUint32(nil, s.counter))
		s.counter++
	}
	b := s.block[0]
	s.block = s.block[1:]
	return int(b)
}
