"""What compiled code finds when it runs: the context, and functions in LLVM's language.

The context is a few words that the host passes to every kernel by address; `memory_region.py` says
what the region is:

    0                  1         2                   3                  4 …
    top of the region  its end   the host's `print`  the stack's limit  addresses of large tables
"""

from __future__ import annotations

__all__ = [
    "CONTEXT_PRINT",
    "CONTEXT_STACK",
    "CONTEXT_TABLES",
    "COPY",
    "GROW",
    "POWER",
    "QUOTIENT",
    "STACK_TEST",
]

CONTEXT_PRINT, CONTEXT_STACK, CONTEXT_TABLES = 2, 3, 4  # words

# The beginning of a recursive function.
STACK_TEST = """\
  %frame = alloca i8, align 1
  %limit.place = getelementptr i64, ptr %ctx, i64 {word}
  %limit = load ptr, ptr %limit.place
  %is.deep = icmp ult ptr %frame, %limit
  br i1 %is.deep, label %too.deep, label %begin, !prof !0
"""

POWER = """
; A power of whole numbers, and whether it needs more than 64 bits.
define internal {i64, i1} @power(i64 %base, i64 %exponent) alwaysinline nounwind {
start:
  br label %head
head:
  %b = phi i64 [%base, %start], [%b2, %next]
  %lost_b = phi i1 [false, %start], [%lost_b2, %next]
  %e = phi i64 [%exponent, %start], [%e2, %next]
  %r = phi i64 [1, %start], [%r2, %next]
  %lost = phi i1 [false, %start], [%lost2, %next]
  %done = icmp eq i64 %e, 0
  br i1 %done, label %end, label %body
body:
  %odd = trunc i64 %e to i1
  %p = call {i64, i1} @llvm.smul.with.overflow.i64(i64 %r, i64 %b)
  %m = extractvalue {i64, i1} %p, 0
  %o = extractvalue {i64, i1} %p, 1
  %o2 = or i1 %o, %lost_b
  %o3 = and i1 %o2, %odd
  %lost2 = or i1 %lost, %o3
  %r2 = select i1 %odd, i64 %m, i64 %r
  br label %next
next:
  %s = call {i64, i1} @llvm.smul.with.overflow.i64(i64 %b, i64 %b)
  %b2 = extractvalue {i64, i1} %s, 0
  %so = extractvalue {i64, i1} %s, 1
  %lost_b2 = or i1 %lost_b, %so
  %e2 = lshr i64 %e, 1
  br label %head
end:
  %one = insertvalue {i64, i1} poison, i64 %r, 0
  %two = insertvalue {i64, i1} %one, i1 %lost, 1
  ret {i64, i1} %two
}
"""

GROW = """
; More room for the items of a list; null if the region is full. What lies on the region's top is
; extended, other items are moved there. The caller's registers are kept: growth is rare, and
; loops that append should not keep their variables in memory for it.
define internal preserve_mostcc {ptr, i64} @grow(ptr %ctx, ptr %items, i64 %count, i64 %room,
                                                 i64 %wanted, i64 %size) noinline cold nounwind {
start:
  %twice = shl i64 %room, 1
  %some = call i64 @llvm.smax.i64(i64 %twice, i64 4)
  %more = call i64 @llvm.smax.i64(i64 %some, i64 %wanted)
  %bytes = mul i64 %more, %size
  %top = load ptr, ptr %ctx
  %end.place = getelementptr i64, ptr %ctx, i64 1
  %end = load ptr, ptr %end.place
  %end.number = ptrtoint ptr %end to i64
  %top.number = ptrtoint ptr %top to i64
  %left = sub i64 %end.number, %top.number
  %had = mul i64 %room, %size
  %behind = getelementptr i8, ptr %items, i64 %had
  %is.last = icmp eq ptr %behind, %top
  %needed = sub i64 %bytes, %had
  %new = select i1 %is.last, i64 %needed, i64 %bytes
  %fits = icmp ule i64 %new, %left
  br i1 %fits, label %some.room, label %full
some.room:
  br i1 %is.last, label %extend, label %move
extend:
  %beyond = getelementptr i8, ptr %top, i64 %needed
  store ptr %beyond, ptr %ctx
  %same = insertvalue {ptr, i64} poison, ptr %items, 0
  %extended = insertvalue {ptr, i64} %same, i64 %more, 1
  ret {ptr, i64} %extended
move:
  %next = getelementptr i8, ptr %top, i64 %bytes
  store ptr %next, ptr %ctx
  %used = mul i64 %count, %size
  call void @llvm.memmove.p0.p0.i64(ptr align 8 %top, ptr align 8 %items, i64 %used, i1 false)
  %one = insertvalue {ptr, i64} poison, ptr %top, 0
  %two = insertvalue {ptr, i64} %one, i64 %more, 1
  ret {ptr, i64} %two
full:
  ret {ptr, i64} zeroinitializer
}
"""

# Long division of unsigned numbers, until the quotient has more bits than a float. What is left
# goes into its last bit, so that it is rounded only once.
QUOTIENT = """
define internal double @quotient(i64 %one, i64 %other) noinline nounwind {
start:
  %q0 = udiv i64 %one, %other
  %r0 = urem i64 %one, %other
  %r1 = zext i64 %r0 to i128
  %divisor = zext i64 %other to i128
  %none = icmp eq i64 %one, 0
  br label %head
head:
  %q = phi i64 [%q0, %start], [%q3, %body]
  %r = phi i128 [%r1, %start], [%r4, %body]
  %e = phi i64 [1023, %start], [%e2, %body]
  %enough = icmp uge i64 %q, 36028797018963968
  %stop = or i1 %enough, %none
  br i1 %stop, label %end, label %body
body:
  %r2 = shl i128 %r, 1
  %bit = icmp uge i128 %r2, %divisor
  %r3 = sub i128 %r2, %divisor
  %r4 = select i1 %bit, i128 %r3, i128 %r2
  %q2 = shl i64 %q, 1
  %b = zext i1 %bit to i64
  %q3 = or i64 %q2, %b
  %e2 = sub i64 %e, 1
  br label %head
end:
  %some = icmp ne i128 %r, 0
  %s = zext i1 %some to i64
  %sticky = or i64 %q, %s
  %mantissa = uitofp i64 %sticky to double
  %scaled = shl i64 %e, 52
  %power = bitcast i64 %scaled to double
  %found = fmul double %mantissa, %power
  ret double %found
}
"""

# Most lists are short, and a call of the C library's function costs more than their items. From
# two to four words, the first two and the last two are all; they are read before any is written.
COPY = """
define internal fastcc void @copy(ptr %to, ptr %from, i64 %words) alwaysinline nounwind {
start:
  %few = icmp ult i64 %words, 5
  br i1 %few, label %short, label %long
short:
  %some = icmp ugt i64 %words, 1
  br i1 %some, label %several, label %single
several:
  %first = load <2 x i64>, ptr %from, align 8
  %back = sub i64 %words, 2
  %end = getelementptr i64, ptr %from, i64 %back
  %last = load <2 x i64>, ptr %end, align 8
  store <2 x i64> %first, ptr %to, align 8
  %there = getelementptr i64, ptr %to, i64 %back
  store <2 x i64> %last, ptr %there, align 8
  ret void
single:
  %one = icmp eq i64 %words, 1
  br i1 %one, label %word, label %none
word:
  %only = load i64, ptr %from, align 8
  store i64 %only, ptr %to, align 8
  ret void
none:
  ret void
long:
  %bytes = shl i64 %words, 3
  call void @llvm.memmove.p0.p0.i64(ptr align 8 %to, ptr align 8 %from, i64 %bytes, i1 false)
  ret void
}
"""
